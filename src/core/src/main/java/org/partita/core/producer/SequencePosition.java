package org.partita.core.producer;

/**
 * Where a producer stands.
 *
 * @param nextSequence of the first record of its next batch in this epoch
 */
record SequencePosition(short epoch, int nextSequence) {
    SequencePosition {
        if (epoch < 0) throw new IllegalArgumentException("epoch " + epoch + " < 0");
        if (nextSequence < 0) throw new IllegalArgumentException("nextSequence " + nextSequence + " < 0");
    }

    static SequencePosition after(short epoch, int baseSequence, int recordCount) {
        return new SequencePosition(epoch, plus(baseSequence, recordCount));
    }

    /** Numbers go from {@link Integer#MAX_VALUE} on to 0. */
    static int plus(int sequence, int recordCount) {
        return sequence + recordCount & Integer.MAX_VALUE;
    }
}
