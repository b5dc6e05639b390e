package org.partita.storage;

/**
 * Counters of one data directory since it was opened, and the space of its disk now.
 *
 * @param connections how often a handle was given out
 * @param appends calls of {@link SegmentFile#append}
 * @param appendedBytes bytes of these calls
 * @param forces fsync calls on segment files
 * @param forceNanos time spent in them
 */
public record StoreStatistics(long connections, long appends, long appendedBytes, long forces, long forceNanos,
                              long totalBytes, long usableBytes) {
    public static final StoreStatistics NONE = new StoreStatistics(0, 0, 0, 0, 0, 0, 0);

    /** Of both directories together. A disk that holds both is counted twice. */
    public StoreStatistics plus(StoreStatistics other) {
        return new StoreStatistics(connections + other.connections, appends + other.appends,
            appendedBytes + other.appendedBytes, forces + other.forces, forceNanos + other.forceNanos,
            totalBytes + other.totalBytes, usableBytes + other.usableBytes);
    }
}
