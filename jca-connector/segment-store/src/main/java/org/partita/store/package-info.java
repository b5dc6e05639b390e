/**
 * The resource adapter that owns the data directories: the only code that opens their files.
 *
 * <p>Reached through {@link org.partita.storage.SegmentStoreFactory} only; thread rules are those of the storage port.
 * No transactions: an append is durable by its force, whatever becomes of the caller's transaction.
 */
package org.partita.store;
