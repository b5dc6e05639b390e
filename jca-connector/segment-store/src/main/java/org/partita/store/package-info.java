/**
 * The resource adapter that owns a data directory: the only code that opens its files.
 *
 * <p>Reached through {@link org.partita.storage.SegmentStoreFactory} only; thread rules are those of the storage port.
 * No transactions: an append is durable by its force, whatever becomes of the caller's transaction.
 */
package org.partita.store;
