package org.partita.core.log.time;

/**
 * A record that was looked for by its time.
 *
 * @param leaderEpoch of the batch that holds it
 */
public record TimedOffset(long offset, long timestampMillis, int leaderEpoch) {
    public TimedOffset {
        if (offset < 0) throw new IllegalArgumentException("offset " + offset + " < 0");
        if (leaderEpoch < 0) throw new IllegalArgumentException("leaderEpoch " + leaderEpoch + " < 0");
    }
}
