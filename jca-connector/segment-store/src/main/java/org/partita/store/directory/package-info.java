/**
 * A data directory and its files: layout, lock, durable writes, reference-counted reads.
 *
 * <p>Used by the resource adapter only. Thread rules are those of the storage port. Every file is reached through
 * {@link org.partita.store.disk.Disk}, so tests can watch the order of calls and let them fail.
 */
package org.partita.store.directory;
