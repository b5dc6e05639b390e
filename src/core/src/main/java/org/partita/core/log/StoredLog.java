package org.partita.core.log;

import java.util.List;
import java.util.function.Consumer;

import org.partita.core.record.BatchHeader;
import org.partita.core.record.RecordBatch;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.PartitionId;

/**
 * All that the segments of a log have, also below its start: a start learns from it what must not be stored again.
 *
 * <p>Waits for the disk. Nobody may cut the log or take segments out of it meanwhile. Where the bytes are not what was
 * written, every method throws {@link CorruptSegmentException}.
 */
public final class StoredLog {
    private final PartitionId partition;
    private final LogSnapshot snapshot;

    StoredLog(PartitionId partition, LogSnapshot snapshot) {
        this.partition = partition;
        this.snapshot = snapshot.whole();
    }

    /** Of the first segment: not above the start of the log. */
    public long firstOffset() {
        return snapshot.startOffset();
    }

    public long endOffset() {
        return snapshot.endOffset();
    }

    /**
     * Offset of the first batch whose max timestamp is after this, the log end if there is none.
     *
     * @param fromOffset nothing before this is looked at
     */
    public long firstBatchAfter(long timestampMillis, long fromOffset) {
        if (timestampMillis == Long.MAX_VALUE) return endOffset();
        return new TimeSearch(partition, snapshot.startingAt(fromOffset), timestampMillis + 1, Long.MAX_VALUE)
            .findBatch().orElse(endOffset());
    }

    /** As {@link PartitionLog#read}. */
    public List<RecordBatch> read(long offset, int maxBytes) {
        return reader(offset, maxBytes).read();
    }

    /** Of all batches from the one on that holds {@code offset}. Checksums are not looked at. */
    public void headers(long offset, Consumer<BatchHeader> taker) {
        reader(offset, 1).headers(taker);
    }

    private LogReader reader(long offset, int maxBytes) {
        snapshot.requireWithin(offset);
        return new LogReader(partition, snapshot, offset, Long.MAX_VALUE, maxBytes);
    }
}
