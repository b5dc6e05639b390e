/**
 * The storage port: what the broker needs from a data directory, and the failures that cross that border.
 *
 * <p>Called by the core (through the broker's threads) and implemented by the segment-store resource adapter and by the
 * in-memory store of the tests. The only package that the resource adapter and the broker share, so JDK types only.
 * Implementations are thread-safe between partitions; the files of one partition have one writer at a time.
 */
package org.partita.storage;
