package org.partita.core.log.index;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import org.partita.storage.PartitionStore;

/**
 * Index of a closed segment: in heap until {@link #store} has written it, then in its files. If those are not what was
 * written, it is made from the segment again. Lookups come from any thread, {@link #store} from one at a time.
 */
public final class ClosedIndex implements SegmentIndex {
    private static final System.Logger LOG = System.getLogger(ClosedIndex.class.getName());

    private final PartitionStore files;
    private final long baseOffset;
    private final Supplier<HeapIndex> rebuild;
    private volatile SegmentIndex current;

    private ClosedIndex(PartitionStore files, long baseOffset, Supplier<HeapIndex> rebuild, SegmentIndex current) {
        this.files = requireNonNull(files, "files");
        this.baseOffset = baseOffset;
        this.rebuild = requireNonNull(rebuild, "rebuild");
        this.current = current;
    }

    /** @param rebuild makes the index from the segment; waits for the disk */
    public static ClosedIndex of(PartitionStore files, long baseOffset, HeapIndex grown, Supplier<HeapIndex> rebuild) {
        return new ClosedIndex(files, baseOffset, rebuild, grown.sealed());
    }

    /** One whose files should be there. */
    public static ClosedIndex stored(PartitionStore files, long baseOffset, IndexSummary noted,
                                     Supplier<HeapIndex> rebuild) {
        return new ClosedIndex(files, baseOffset, rebuild, new StoredIndex(files, baseOffset, noted));
    }

    /** Writes the files if they are not written yet, and lets go of the heap. */
    public IndexSummary store() {
        SegmentIndex now = current;
        if (now instanceof StoredIndex stored) return stored.noted();
        HeapIndex heap = (HeapIndex) now;
        heap.writeAll(files, baseOffset);
        IndexSummary summary = heap.summary();
        current = new StoredIndex(files, baseOffset, summary);
        return summary;
    }

    @Override
    public int positionFor(int relativeOffset) {
        return ask(index -> index.positionFor(relativeOffset));
    }

    @Override
    public int batchAtOrBefore(int positionBytes) {
        return ask(index -> index.batchAtOrBefore(positionBytes));
    }

    @Override
    public int lastOlderThan(long timestampMillis) {
        return ask(index -> index.lastOlderThan(timestampMillis));
    }

    private int ask(ToIntFunction<SegmentIndex> question) {
        try {
            return question.applyAsInt(current);
        } catch (DamagedIndexException damaged) {
            HeapIndex made = rebuild.get().sealed();
            LOG.log(WARNING, "partition {0} segment {1}: index was made again: {2}", files.id(), baseOffset,
                damaged.getMessage());
            current = made;
            return question.applyAsInt(made);
        }
    }

    @Override
    public long maxTimestampMillis() {
        return current.maxTimestampMillis();
    }

    @Override
    public boolean isFull(int maxEntries) {
        return true;
    }

    @Override
    public SegmentIndex plus(int relativeLastOffset, int position, long maxTimestampMillis) {
        throw new IllegalStateException("segment " + baseOffset + " is closed");
    }
}
