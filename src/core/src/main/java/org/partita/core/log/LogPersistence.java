package org.partita.core.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

import org.partita.core.execution.Cleanup;
import org.partita.core.log.index.ClosedIndex;
import org.partita.core.log.index.HeapIndex;
import org.partita.core.log.index.IndexSummary;
import org.partita.core.log.state.LogState;
import org.partita.core.log.state.SegmentSummary;
import org.partita.storage.PartitionStore;

/** Writes index files and the state of a log, and deletes segments once the state does not name them any more. */
final class LogPersistence {
    private final PartitionStore store;
    private final Queue<Segment> retired = new ConcurrentLinkedQueue<>();
    private LogState written;
    /** It is not on disk, or may not be: the last write of it failed. */
    private boolean inDoubt;
    private long writtenBaseOffset = -1;
    private HeapIndex writtenIndex = HeapIndex.EMPTY;
    private IndexSummary writtenSummary = HeapIndex.EMPTY.summary();

    /** @param onDisk whether it is on disk as it would be written now */
    LogPersistence(PartitionStore store, LogState written, boolean onDisk) {
        this.store = store;
        this.written = written;
        this.inDoubt = !onDisk;
    }

    /** To be called after the segment has left the log. Thread-safe. */
    void retire(Segment segment) {
        retired.add(segment);
    }

    /**
     * One thread at a time.
     *
     * @param snapshot is asked after those that have left were counted
     * @param suspect whether that is to be noted of the log
     * @param durable what is durable of the active segment; the log is not noted to start behind it. Asked last: behind
     *     the end of an older one there may be segments that are deleted here
     */
    SegmentSummary persist(Supplier<LogSnapshot> snapshot, boolean suspect, Supplier<Segment> durable) {
        int gone = retired.size();
        LogSnapshot view = snapshot.get();
        Segment front = durable.get();
        writeFront(front);
        long startOffset = Math.min(view.startOffset(), front.endOffset());
        write(LogState.of(startOffset, suspect, closedSummaries(view.closed())));
        for (int i = 0; i < gone; i++) deleteNext();
        return front.summary(writtenSummary);
    }

    private void writeFront(Segment front) {
        if (front.baseOffset() != writtenBaseOffset) {
            writtenIndex = HeapIndex.EMPTY;
            writtenSummary = HeapIndex.EMPTY.summary();
            writtenBaseOffset = front.baseOffset();
        }
        HeapIndex index = front.grown();
        index.write(store, front.baseOffset(), writtenIndex);
        if (index != writtenIndex) writtenSummary = index.summary();
        writtenIndex = index;
    }

    /**
     * Before a log is cut to this: what is noted must not say of a segment that is cut that it is closed and whole.
     *
     * @param durableOffset the log is not noted to start behind this
     */
    void noteCut(LogSnapshot cut, boolean suspect, long durableOffset) {
        boolean noted = !written.closed().isEmpty() && written.closed().lastKey() >= cut.active().baseOffset();
        long startOffset = Math.min(cut.startOffset(), durableOffset);
        if (noted || inDoubt) write(LogState.of(startOffset, suspect, closedSummaries(cut.closed())));
        writtenBaseOffset = -1;
    }

    private void write(LogState now) {
        if (now.equals(written) && !inDoubt) return;
        inDoubt = true;
        now.write(store);
        inDoubt = false;
        written = now;
    }

    private static List<SegmentSummary> closedSummaries(List<Segment> closed) {
        List<SegmentSummary> all = new ArrayList<>(closed.size());
        for (Segment each : closed) all.add(each.summary(((ClosedIndex) each.index()).store()));
        return all;
    }

    /** Their files stay until {@link #persist} deletes them. */
    void closeRetired(Cleanup closing) {
        retired.forEach(segment -> closing.attempt(segment.file()::close));
    }

    /** Stays the next one if the disk fails. Readers that have a slice of it keep the file. */
    private void deleteNext() {
        Segment segment = retired.peek();
        store.deleteSegment(segment.baseOffset());
        segment.file().close();
        retired.remove();
    }
}
