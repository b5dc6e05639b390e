package org.partita.core.broker.read;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.log.state.EpochEnd;
import org.partita.core.log.time.TimedOffset;
import org.partita.storage.BrokerException;
import org.partita.storage.LogSlice;

/** One partition of one topic, which stays that of this topic when another gets its name. */
public interface PartitionReader {
    /** @throws BrokerException if the partition is not served, or its topic was deleted */
    PartitionBounds bounds();

    /**
     * Gives whole batches of one segment, as they are stored, to {@code taker}: from the one that holds {@code offset},
     * all below the high watermark; none if there is nothing there yet. Checksums are the receiver's to verify.
     *
     * @param maxBytes stop before more than this, but give one batch if any is there
     * @param taker called on a thread that may wait for the disk, at most once. The slice is its to close; if it
     *     throws, the slice is closed
     * @return what {@code taker} has made of it, and nobody else has; fails with {@link OffsetOutOfRangeException}
     *     below the log start or beyond the log end
     */
    <T> CompletionStage<T> slice(long offset, int maxBytes, Function<LogSlice, T> taker);

    /** The first record below the high watermark whose timestamp is at least this. */
    CompletionStage<Optional<TimedOffset>> firstNotOlder(long timestampMillis);

    /** The first of the records below the high watermark that have the largest timestamp; empty if none has one. */
    CompletionStage<Optional<TimedOffset>> newest();

    /**
     * Leader epoch of the batch that holds {@code offset}; empty if there is none.
     *
     * @throws BrokerException as {@link #bounds}
     */
    OptionalInt epochAt(long offset);

    /**
     * Where this leader epoch ends in the log, or the latest before it that has batches.
     *
     * @throws BrokerException as {@link #bounds}
     */
    EpochEnd endOfEpoch(int leaderEpoch);
}
