package org.partita.core.broker.read;

/**
 * What a partition that is served can be read of at one moment.
 *
 * @param highWatermark readers see up to here
 * @param leaderEpoch of the leader that answers
 */
public record PartitionBounds(long logStartOffset, long highWatermark, long logEndOffset, int leaderEpoch) {
    public PartitionBounds {
        if (logStartOffset < 0 || highWatermark < logStartOffset || logEndOffset < highWatermark) {
            throw new IllegalArgumentException("log start " + logStartOffset + ", high watermark " + highWatermark
                + ", log end " + logEndOffset + " are not in this order");
        }
    }
}
