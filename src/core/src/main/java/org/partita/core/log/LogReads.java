package org.partita.core.log;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import org.partita.core.log.time.TimedOffset;
import org.partita.core.record.Codecs;
import org.partita.core.record.RecordBatch;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionId;

/**
 * What a log shows to its readers, and their reads. Published by the loop of the log, read by any thread; a read waits
 * for the disk.
 */
final class LogReads {
    private final PartitionId partition;
    private volatile LogSnapshot snapshot;
    /** Counted after the cut has been published and before bytes go: who failed on an older snapshot tries again. */
    private volatile int cuts;

    LogReads(PartitionId partition, LogSnapshot snapshot) {
        this.partition = partition;
        this.snapshot = snapshot;
    }

    LogSnapshot snapshot() {
        return snapshot;
    }

    void publish(LogSnapshot next) {
        snapshot = next;
    }

    /** To be called before bytes go. */
    void publishCut(LogSnapshot next) {
        snapshot = next;
        cuts++;
    }

    List<RecordBatch> read(long offset, long maxOffset, int maxBytes) {
        return onSnapshot(view -> offset, view -> reader(view, offset, maxOffset, maxBytes).read());
    }

    LogSlice slice(long offset, long maxOffset, int maxBytes) {
        return onSnapshot(view -> offset, view -> reader(view, offset, maxOffset, maxBytes).slice());
    }

    private LogReader reader(LogSnapshot view, long offset, long maxOffset, int maxBytes) {
        if (maxBytes < 1) throw new IllegalArgumentException("maxBytes " + maxBytes + " < 1");
        view.requireWithin(offset);
        return new LogReader(partition, view, offset, maxOffset, maxBytes);
    }

    Optional<TimedOffset> firstNotOlder(long timestampMillis, long maxOffset, Codecs codecs,
                                        int maxDecompressedBytes) {
        return onSnapshot(LogSnapshot::startOffset, view ->
            new TimeSearch(partition, view, timestampMillis, maxOffset).find(codecs, maxDecompressedBytes));
    }

    /**
     * The largest time that an index tells of is found at once, unless its record is not in the log any more or not
     * below the limit; then times are halved until only one is left.
     */
    Optional<TimedOffset> newest(long maxOffset, Codecs codecs, int maxDecompressedBytes) {
        long high = snapshot.maxTimestampMillis();
        if (high < 0) return Optional.empty();
        Optional<TimedOffset> best = firstNotOlder(high, maxOffset, codecs, maxDecompressedBytes);
        long low = best.isPresent() ? high + 1 : 0;
        while (low <= high) {
            long middle = low + (high - low) / 2;
            Optional<TimedOffset> found = firstNotOlder(middle, maxOffset, codecs, maxDecompressedBytes);
            if (found.isPresent()) best = found;
            low = found.isPresent() ? found.get().timestampMillis() + 1 : low;
            high = found.isPresent() ? high : middle - 1;
        }
        return best;
    }

    /**
     * The files of a snapshot may be deleted or cut under its reader. What was cut at the end is read again as it is
     * now; what was deleted at the start is not there any more.
     *
     * @param needs the lowest offset that is read
     */
    private <T> T onSnapshot(ToLongFunction<LogSnapshot> needs, Function<LogSnapshot, T> reading) {
        while (true) {
            int cutsBefore = cuts;
            LogSnapshot view = snapshot;
            try {
                return reading.apply(view);
            } catch (RuntimeException failure) {
                LogSnapshot now = snapshot;
                long needed = needs.applyAsLong(view);
                if (needed >= view.startOffset() && needed < now.startOffset()) {
                    throw new OffsetOutOfRangeException(needed, now.startOffset(), now.endOffset());
                }
                if (cuts == cutsBefore) throw failure;
            }
        }
    }
}
