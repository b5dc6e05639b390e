/**
 * The resource adapter that owns a data directory: the only code that opens its files.
 *
 * <p>Reached through {@link org.partita.storage.SegmentStoreFactory} only; thread rules are those of the storage port.
 */
package org.partita.store;
