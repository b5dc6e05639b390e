package org.partita.systemtests.crash;

/** What a start after a damage must come to, for the partition that has it. */
sealed interface Outcome {
    /** Everything is there. */
    record Whole() implements Outcome {
    }

    /**
     * The log ends here, and what was behind is gone.
     *
     * @param segment in which the damage is
     * @param position where the damaged batch begins; -1 if nothing in the file can tell that something is missing
     */
    record EndsAt(long offset, long segment, long position) implements Outcome {
    }

    /**
     * The damage is found, at the start or by who reads there; nothing is changed, nothing else is lost.
     *
     * @param batch the damaged one; everything before it can be read
     * @param readableFrom so can everything from here on
     */
    record FoundAt(PartitionFiles.Batch batch, long readableFrom, Runnable undo) implements Outcome {
    }

    /** The broker does not start and says why. */
    record NoStart(String reason, Runnable undo) implements Outcome {
    }
}
