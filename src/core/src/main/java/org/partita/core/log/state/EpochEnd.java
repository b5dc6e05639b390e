package org.partita.core.log.state;

/**
 * Where a leader epoch ends in a log: what a replica and its leader compare to find where their logs part.
 *
 * @param epoch the largest that has batches and is not above the one asked for, {@link #NO_EPOCH} if there is none
 * @param endOffset behind the last batch of it; the log start if there is none
 */
public record EpochEnd(int epoch, long endOffset) {
    public static final int NO_EPOCH = -1;
}
