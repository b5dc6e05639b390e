package org.partita.core.producer;

import static java.util.Objects.requireNonNull;

import org.partita.core.log.Appended;

/** What a batch is by its producer's id, epoch and sequence numbers (KIP-98, KIP-360). */
public sealed interface SequenceCheck {
    /** To be appended. */
    record New() implements SequenceCheck {
        static final New INSTANCE = new New();
    }

    /**
     * In the log already. Stored for certain once the high watermark has reached {@link Appended#nextOffset}.
     *
     * @param original where it was put
     */
    record Duplicate(Appended original) implements SequenceCheck {
        public Duplicate {
            requireNonNull(original, "original");
        }
    }

    /**
     * Batches before it are missing, or it is a repetition that is too old to be known. Nothing may be appended.
     *
     * @param expected the sequence number with which the next new batch of its epoch begins
     */
    record OutOfOrder(int expected) implements SequenceCheck {
        public OutOfOrder {
            if (expected < 0) throw new IllegalArgumentException("expected " + expected + " < 0");
        }
    }

    /** Its producer has gone on to a later epoch. Nothing may be appended. */
    record Fenced(short currentEpoch) implements SequenceCheck {
        public Fenced {
            if (currentEpoch < 1) throw new IllegalArgumentException("currentEpoch " + currentEpoch + " < 1");
        }
    }
}
