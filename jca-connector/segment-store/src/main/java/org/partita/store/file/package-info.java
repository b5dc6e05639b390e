/**
 * Descriptors of segment files: how many may be open, and which is closed for another.
 *
 * <p>Called by {@code org.partita.store.directory} only. Thread-safe. No lock is held while a thread waits for a force;
 * the lock of one file is held while that file is opened or closed.
 */
package org.partita.store.file;
