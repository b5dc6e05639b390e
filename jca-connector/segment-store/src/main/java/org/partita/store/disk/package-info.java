/**
 * The file system as a data directory needs it, so that tests can watch the order of calls and let them fail.
 *
 * <p>Called by the other packages of the store only. Thread-safe; an interrupt of the calling thread has no effect.
 */
package org.partita.store.disk;
