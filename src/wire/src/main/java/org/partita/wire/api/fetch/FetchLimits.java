package org.partita.wire.api.fetch;

/**
 * Bounds of what fetches of all clients together may make a listener hold.
 *
 * @param maxSessions of which each keeps what a client is interested in
 * @param maxSessionPartitions of all sessions together
 * @param sessionMillis a session that was used or made less long ago is not given up for another
 * @param maxAnswerBytes of batches in one answer; one batch is given whatever its size
 * @param maxHeldBytes of batches that are being read or were not sent, as {@code BatchTaker} counts them
 * @param maxWaitMillis the longest wait of a fetch, whatever it asks for
 */
public record FetchLimits(int maxSessions, long maxSessionPartitions, long sessionMillis, int maxAnswerBytes,
                          long maxHeldBytes, int maxWaitMillis) {
    public static final FetchLimits DEFAULT =
        new FetchLimits(1_000, 500_000, 120_000, 55 << 20, 160L << 20, 60_000);

    public FetchLimits {
        requirePositive(maxSessions, "maxSessions");
        requirePositive(maxSessionPartitions, "maxSessionPartitions");
        requirePositive(sessionMillis, "sessionMillis");
        requirePositive(maxAnswerBytes, "maxAnswerBytes");
        requirePositive(maxHeldBytes, "maxHeldBytes");
        requirePositive(maxWaitMillis, "maxWaitMillis");
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) throw new IllegalArgumentException(name + " " + value + " < 1");
    }
}
