package org.partita.wire.api.fetch;

/**
 * Bounds of what fetches of all clients together may make a listener hold.
 *
 * @param maxSessions of which each keeps what a client is interested in
 * @param maxSessionBytes of memory for what all sessions together keep
 * @param maxWaitingBytes of memory for what fetches that wait keep beside; one that has no room is answered at once
 * @param sessionMillis a session that was used or made less long ago is not given up for another
 * @param maxAnswerBytes of batches in one answer; one batch is given whatever its size
 * @param maxHeldBytes of batches that are being read or were not sent, as {@code BatchTaker} counts them
 * @param maxWaitMillis the longest wait of a fetch, whatever it asks for
 */
public record FetchLimits(int maxSessions, long maxSessionBytes, long maxWaitingBytes, long sessionMillis,
                          int maxAnswerBytes, long maxHeldBytes, int maxWaitMillis) {
    private static final int SESSION_SHARE = 16;
    private static final int WAITING_SHARE = 32;
    private static final int HELD_SHARE = 8;
    private static final int MAX_ANSWER_BYTES = 55 << 20;
    private static final long MAX_HELD_BYTES = 160L << 20;

    /** Those of a listener in a process with so much heap. */
    public static FetchLimits of(long heapBytes) {
        long heldBytes = Math.min(MAX_HELD_BYTES, heapBytes / HELD_SHARE);
        return new FetchLimits(1_000, heapBytes / SESSION_SHARE, heapBytes / WAITING_SHARE, 120_000,
            (int) Math.min(MAX_ANSWER_BYTES, heldBytes), heldBytes, 60_000);
    }

    public FetchLimits {
        requirePositive(maxSessions, "maxSessions");
        requirePositive(maxSessionBytes, "maxSessionBytes");
        requirePositive(maxWaitingBytes, "maxWaitingBytes");
        requirePositive(sessionMillis, "sessionMillis");
        requirePositive(maxAnswerBytes, "maxAnswerBytes");
        requirePositive(maxHeldBytes, "maxHeldBytes");
        requirePositive(maxWaitMillis, "maxWaitMillis");
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) throw new IllegalArgumentException(name + " " + value + " < 1");
    }
}
