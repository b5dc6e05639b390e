/**
 * Batches on their way from the log to a socket: small ones in memory, large ones as regions of their files.
 *
 * <p>Taken on threads that may wait for the disk, sent and released on event loops.
 */
package org.partita.wire.records;
