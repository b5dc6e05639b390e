package org.partita.core.log;

import java.util.ArrayList;
import java.util.List;

import org.partita.storage.CorruptSegmentException;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;

/** The segments of a log as found on disk, after its tail was made whole. */
record RecoveredLog(List<Segment> segments, RecoveryReport report) {
    RecoveredLog {
        segments = List.copyOf(segments);
    }

    static RecoveredLog recover(PartitionStore store, long recentAfterMillis) {
        List<SegmentFile> files = new ArrayList<>();
        try {
            for (long baseOffset : store.segments()) {
                files.add(store.openSegment(baseOffset));
            }
            if (files.isEmpty()) files.add(store.createSegment(0));
            return scan(store, files, recentAfterMillis);
        } catch (RuntimeException e) {
            files.forEach(SegmentFile::close);
            throw e;
        }
    }

    private static RecoveredLog scan(PartitionStore store, List<SegmentFile> files, long recentAfterMillis) {
        List<Segment> segments = new ArrayList<>(files.size());
        TailCut cut = TailCut.NONE;
        long bytesScanned = 0;
        long firstRecentOffset = Long.MAX_VALUE;
        for (SegmentFile file : files) {
            if (!segments.isEmpty()) checkFollows(store, segments.get(segments.size() - 1), file);
            SegmentScan scan = SegmentScan.of(file, recentAfterMillis);
            bytesScanned += file.sizeBytes();
            boolean last = segments.size() == files.size() - 1;
            if (!scan.whole() && !last) {
                throw new CorruptSegmentException(store.id(), file.baseOffset(), scan.valid().sizeBytes(),
                    scan.finding());
            }
            if (!scan.whole()) cut = cutTail(scan);
            segments.add(scan.valid());
            if (scan.hasRecent()) firstRecentOffset = Math.min(firstRecentOffset, scan.firstRecentOffset());
        }
        Segment active = segments.get(segments.size() - 1);
        active.file().force();
        return new RecoveredLog(segments, new RecoveryReport(segments.size(), bytesScanned, active.endOffset(), cut,
            Math.min(firstRecentOffset, active.endOffset())));
    }

    private static void checkFollows(PartitionStore store, Segment previous, SegmentFile next) {
        if (next.baseOffset() != previous.endOffset()) {
            throw new CorruptSegmentException(store.id(), next.baseOffset(), 0, "segment " + previous.endOffset()
                + " expected after segment " + previous.baseOffset() + ", segment " + next.baseOffset() + " found");
        }
    }

    private static TailCut cutTail(SegmentScan scan) {
        Segment valid = scan.valid();
        long lengthBytes = valid.file().sizeBytes() - valid.sizeBytes();
        valid.file().truncate(valid.sizeBytes());
        return new TailCut(valid.baseOffset(), valid.sizeBytes(), lengthBytes, scan.finding());
    }
}
