package org.partita.core.log;

import static java.util.Objects.requireNonNull;

import org.partita.core.log.index.HeapIndex;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;

/**
 * A segment file and what a reader that met damage found in it. The next one that meets it looks only whether the
 * damage is still there and not through the whole file again. After a cut the segment has a new one of these.
 *
 * <p>Callable from any thread; of two that look at the same time, the finding of one is kept.
 */
final class ExaminedFile {
    private final SegmentFile file;
    /** Without its index, which may be large. */
    private volatile SegmentScan known;

    ExaminedFile(SegmentFile file) {
        this.file = requireNonNull(file, "file");
        this.known = new SegmentScan(Segment.empty(this), "");
    }

    SegmentFile file() {
        return file;
    }

    /**
     * The first damage there is, or that there is none. Waits for the disk.
     *
     * @param metAt where the reader was; damage found behind this before is not what it met
     */
    SegmentScan examine(long metAt) {
        SegmentScan before = known;
        boolean holds = before.whole() || before.valid().sizeBytes() <= metAt;
        return noted(SegmentScan.from(holds ? before.valid() : Segment.empty(this)));
    }

    /**
     * The index, made from the file. Waits for the disk.
     *
     * @throws CorruptSegmentException if the file is damaged
     */
    HeapIndex index(PartitionId partition) {
        if (!known.whole()) requireWhole(partition, examine(file.sizeBytes()));
        return requireWhole(partition, noted(SegmentScan.from(Segment.empty(this)))).valid().grown();
    }

    private SegmentScan noted(SegmentScan found) {
        known = new SegmentScan(found.valid().withoutIndex(), found.finding());
        return found;
    }

    private SegmentScan requireWhole(PartitionId partition, SegmentScan scan) {
        if (scan.whole()) return scan;
        throw new CorruptSegmentException(partition, file.baseOffset(), scan.valid().sizeBytes(), scan.finding());
    }
}
