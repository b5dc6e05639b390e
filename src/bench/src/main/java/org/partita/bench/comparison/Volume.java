package org.partita.bench.comparison;

import java.time.Duration;

/**
 * How much one run does.
 *
 * @param requests over one connection; over several, twice as many
 * @param messages that are sent as fast as they are taken, or read
 * @param forcedMessages the same, where each batch is on disk before it is acknowledged
 * @param openLoop how long messages are sent at a fixed rate
 * @param idleConnections beside those that are used
 */
public record Volume(OfLog log, int requests, int messages, int forcedMessages, Duration openLoop, Readers readers,
                     int idleConnections) {
    public static final Volume FULL = new Volume(new OfLog(240 << 20, 600 << 20, 1_000, 30_000), 15_000, 1_500_000,
        300_000, Duration.ofSeconds(20), new Readers(1_000, 200, 20), 2_000);

    /** How many are sent in the time for a fixed rate. */
    public int messagesAt(int perSecond) {
        return Math.toIntExact(perSecond * openLoop.toMillis() / 1_000);
    }

    /**
     * @param unrolledBytes to append; less than a segment
     * @param rolledBytes to read and to recover; several segments
     * @param commits batches that are forced one by one
     * @param warmupFetches fetches before the first that is measured
     */
    public record OfLog(long unrolledBytes, long rolledBytes, int commits, int warmupFetches) {
    }

    /** How many of each kind wait over HTTP: asked again, read, and not read. */
    public record Readers(int polls, int tails, int stalled) {
    }
}
