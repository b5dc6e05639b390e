package org.partita.core.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.partita.core.execution.Cleanup;
import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.log.index.ClosedIndex;
import org.partita.core.log.index.HeapIndex;
import org.partita.core.log.state.LogState;
import org.partita.core.log.state.RecoveryReport;
import org.partita.core.log.state.RecoveryReport.TailCut;
import org.partita.core.log.state.SegmentSummary;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;

/**
 * The segments of a log as found on disk, after its tail was made whole.
 *
 * @param noteCurrent whether {@code noted} is on disk as it would be written now
 */
record RecoveredLog(LogSnapshot snapshot, LogState noted, boolean noteCurrent, RecoveryReport report) {
    static RecoveredLog recover(PartitionStore store, LogConfig config, Optional<SegmentSummary> flushed,
                                boolean unforcedLost) {
        Recovery recovery = new Recovery(store, config.lostTail(), flushed);
        if ((unforcedLost || recovery.noteDamaged) && !store.segments().isEmpty()) recovery.suspect();
        return recovery.run();
    }

    /** Steps of one recovery. */
    private static final class Recovery {
        private final PartitionStore store;
        private final LostTail lostTail;
        private final Optional<SegmentSummary> flushed;
        private final boolean wasNoted;
        /** It may have said that the log is suspect. */
        private final boolean noteDamaged;
        private final List<SegmentFile> files = new ArrayList<>();
        private final List<Segment> segments = new ArrayList<>();
        private LogState noted;
        private boolean noteCurrent;
        private TailCut cut = TailCut.NONE;
        private long bytesScanned;

        private Recovery(PartitionStore store, LostTail lostTail, Optional<SegmentSummary> flushed) {
            this.store = store;
            this.lostTail = lostTail;
            this.flushed = flushed;
            LogState.Note found = LogState.read(store);
            this.wasNoted = found.known();
            this.noteDamaged = found.damaged();
            this.noted = found.state();
            this.noteCurrent = found.current();
        }

        /** On disk before anything is done for which the log is suspect. One that is the only copy never is. */
        private void suspect() {
            if (lostTail == LostTail.CUT || noted.suspect()) return;
            long startOffset = wasNoted ? noted.startOffset() : store.segments().stream().findFirst().orElse(0L);
            LogState suspected = new LogState(startOffset, true, noted.closed());
            write(suspected);
        }

        private void write(LogState changed) {
            changed.write(store);
            noted = changed;
            noteCurrent = true;
        }

        private RecoveredLog run() {
            try {
                openFiles();
                for (SegmentFile file : files) {
                    if (!segments.isEmpty()) checkFollows(segments.get(segments.size() - 1), file);
                    boolean last = segments.size() == files.size() - 1;
                    add(last ? active(file) : closed(file));
                }
                return recovered();
            } catch (RuntimeException e) {
                Cleanup closing = new Cleanup(e);
                files.forEach(file -> closing.attempt(file::close));
                throw e;
            }
        }

        private void add(Segment next) {
            int before = segments.isEmpty() ? 0 : segments.get(segments.size() - 1).epochs().latest().orElse(0);
            int first = next.epochs().first().orElse(before);
            if (first < before) {
                throw corrupt(next.baseOffset(), 0, "leader epoch " + first + " found, at least " + before
                    + " expected");
            }
            segments.add(next);
        }

        /** A crash may have come between noting a new start and deleting what lies before it. */
        private void openFiles() {
            List<Long> found = store.segments();
            for (int i = 0; i < found.size(); i++) {
                boolean takenOut = i + 1 < found.size() && takenOut(found.get(i), found.get(i + 1));
                if (takenOut) store.deleteSegment(found.get(i));
                else files.add(store.openSegment(found.get(i)));
            }
            if (files.isEmpty()) files.add(store.createSegment(0));
        }

        /**
         * What lies below the start and was not taken out when that was noted stays, for it has keys that may be
         * remembered. That is so of closed segments which are noted and of all behind them; if none is, of the active
         * one, which reached to the start at least and may have been closed since.
         */
        private boolean takenOut(long baseOffset, long endOffset) {
            if (noted.closed().isEmpty()) return endOffset < noted.startOffset();
            return endOffset <= noted.startOffset() && baseOffset < noted.closed().firstKey();
        }

        private RecoveredLog recovered() {
            Segment active = segments.get(segments.size() - 1);
            long startOffset = Math.max(noted.startOffset(), segments.get(0).baseOffset());
            if (wasNoted && segments.get(0).baseOffset() > noted.startOffset()) {
                throw corrupt(segments.get(0).baseOffset(), 0, "segment of log start " + noted.startOffset()
                    + " expected first");
            }
            long durable = Math.max(noted.closedEndOffset(), flushed.map(SegmentSummary::endOffset).orElse(0L));
            long lost = Math.max(0, Math.max(durable, startOffset) - active.endOffset());
            if (lost > 0 && (lostTail == LostTail.REFUSE || startOffset > active.endOffset())) {
                throw corrupt(active.baseOffset(), active.sizeBytes(), lost + " offsets from " + active.endOffset()
                    + " on were durable and are gone");
            }
            boolean missing = lastSegmentMissing(active);
            boolean unforced = flushed.map(front -> front.sizeBytes() != active.sizeBytes()
                || front.baseOffset() != active.baseOffset()).orElse(true);
            if (unforced) active.file().force();
            return new RecoveredLog(LogSnapshot.of(segments, startOffset), noted, noteCurrent,
                new RecoveryReport(segments.size(), bytesScanned, active.endOffset(), lost, missing, cut));
        }

        /**
         * A segment is noted as closed only after the next one was made. From now on it is not: it will grow, and a
         * crash may come before that is noted.
         */
        private boolean lastSegmentMissing(Segment last) {
            if (noted.closed().tailMap(last.baseOffset()).isEmpty()) return false;
            if (lostTail == LostTail.REFUSE) {
                throw corrupt(last.baseOffset(), last.sizeBytes(), "segment " + noted.closedEndOffset()
                    + " expected behind the closed ones, segment " + last.baseOffset() + " found as the last");
            }
            write(noted.before(last.baseOffset()));
            return true;
        }

        private void checkFollows(Segment previous, SegmentFile next) {
            if (next.baseOffset() == previous.endOffset()) return;
            throw corrupt(next.baseOffset(), 0, "segment " + previous.endOffset() + " expected after segment "
                + previous.baseOffset() + ", segment " + next.baseOffset() + " found");
        }

        /** What was noted when the segment was closed is believed as long as the file has the size it had. */
        private Segment closed(SegmentFile file) {
            Optional<SegmentSummary> summary = noted.segment(file.baseOffset());
            if (summary.isEmpty()) return scannedClosed(file);
            if (file.sizeBytes() != summary.get().sizeBytes()) {
                throw corrupt(file.baseOffset(), Math.min(file.sizeBytes(), summary.get().sizeBytes()),
                    file.sizeBytes() + " bytes found, " + summary.get().sizeBytes() + " expected");
            }
            ExaminedFile source = new ExaminedFile(file);
            return Segment.of(source, summary.get(), ClosedIndex.stored(store, file.baseOffset(),
                summary.get().index(), () -> source.index(store.id())));
        }

        private Segment scannedClosed(SegmentFile file) {
            Segment front = front(file).filter(SegmentScan::endsRight).orElseGet(() -> Segment.empty(file));
            SegmentScan scan = scan(front);
            if (!scan.whole()) throw corrupt(file.baseOffset(), scan.valid().sizeBytes(), scan.finding());
            return scan.valid().closed(store);
        }

        private Segment active(SegmentFile file) {
            Optional<Segment> front = front(file).filter(SegmentScan::endsRight);
            SegmentScan scan = scan(front.orElseGet(() -> Segment.empty(file)));
            if (!scan.whole()) {
                checkEndsHere(scan);
                cut = cutTail(scan);
            }
            return scan.valid();
        }

        /** What is known to have been durable of a segment, if its index can be had without reading it. */
        private Optional<Segment> front(SegmentFile file) {
            return durable(file.baseOffset()).flatMap(front -> HeapIndex.load(store, file.baseOffset(), front.index())
                .map(index -> Segment.of(new ExaminedFile(file), front, index)));
        }

        /** Of a segment that was closed all was durable. */
        private Optional<SegmentSummary> durable(long baseOffset) {
            return noted.segment(baseOffset).or(() -> flushed.filter(front -> front.baseOffset() == baseOffset));
        }

        private SegmentScan scan(Segment front) {
            SegmentScan scan = SegmentScan.from(front);
            bytesScanned += scan.valid().file().sizeBytes() - front.sizeBytes();
            return scan;
        }

        /** Behind what was durable anything may be missing. Before, only the very end can be a torn write. */
        private void checkEndsHere(SegmentScan scan) {
            Segment valid = scan.valid();
            long durable = durable(valid.baseOffset()).map(SegmentSummary::endOffset).orElse(0L);
            if (valid.endOffset() >= durable) return;
            if (lostTail == LostTail.REFUSE || SegmentScan.goesOnBehind(valid)) {
                throw corrupt(valid.baseOffset(), valid.sizeBytes(), scan.finding());
            }
        }

        private TailCut cutTail(SegmentScan scan) {
            suspect();
            Segment valid = scan.valid();
            long lengthBytes = valid.file().sizeBytes() - valid.sizeBytes();
            valid.file().truncate(valid.sizeBytes());
            return new TailCut(valid.baseOffset(), valid.sizeBytes(), lengthBytes, scan.finding());
        }

        private CorruptSegmentException corrupt(long baseOffset, long position, String finding) {
            return new CorruptSegmentException(store.id(), baseOffset, position, finding);
        }
    }
}
