package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.readAll;
import static org.partita.core.log.LogFixture.records;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.log.state.SegmentSummary;
import org.partita.core.log.time.TimedOffset;
import org.partita.core.record.Codecs;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.DiskFullException;
import org.partita.storage.IndexKind;

/** Random operations on a log, and the same ones on a list: they must always agree. */
public class PartitionLogModelTest {
    private static final Logger LOGGERS = Logger.getLogger("org.partita.core.log");
    private static final int STEPS = 10_000;
    private static final int STEPS_BETWEEN_CHECKS = 40;

    @BeforeContainer
    static void silenceWhatIsDamagedOnPurpose() {
        LOGGERS.setLevel(Level.OFF);
    }

    @AfterContainer
    static void letLogsSpeakAgain() {
        LOGGERS.setLevel(null);
    }

    @Property(tries = 50)
    void logAgreesWithItsModelWhateverHappens(@ForAll long seed,
            @ForAll @IntRange(min = 1, max = 20_000) int segmentBytes) {
        run(new LogFixture(), seed, segmentBytes, STEPS);
    }

    /** One run on an empty disk. */
    public static void run(LogDisk disk, long seed, int segmentBytes, int steps) {
        Run run = new Run(disk, new Random(seed), segmentBytes);
        for (int step = 0; step < steps; step++) {
            String operation = "";
            try {
                operation = run.step();
                if (step % STEPS_BETWEEN_CHECKS == 0) run.check();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " step " + step + " after " + operation, e);
            }
        }
    }

    private static final class Run {
        private final Random random;
        private final LogDisk disk;
        private final LogModel model = new LogModel();
        private final List<FlushPoint> flushes = new ArrayList<>();
        private final LogConfig config;
        private Optional<SegmentSummary> checkpoint = Optional.empty();
        private final List<FlushPoint> outdated = new ArrayList<>();
        private long nowMillis = 1_000_000;
        private int epoch;
        private PartitionLog log;

        private Run(LogDisk disk, Random random, int segmentBytes) {
            this.disk = disk;
            this.random = random;
            this.config = new LogConfig(segmentBytes, 4_000, 10_000, 20_000L, 3, LostTail.CUT);
            this.log = openLog();
        }

        private String step() {
            int choice = random.nextInt(100);
            if (choice < 43) return did("append", Run::append);
            if (choice < 45) return did("cut", Run::cut);
            if (choice < 46) return did("delete", Run::delete);
            if (choice < 50) return did("failed append", Run::appendOnAFullDisk);
            if (choice < 60) return did("read", Run::read);
            if (choice < 65) return did("search by time", Run::search);
            if (choice < 72) return did("begin of a flush", Run::beginFlush);
            if (choice < 80) return did("flush", Run::force);
            if (choice < 85) return did("note on disk", Run::persist);
            if (choice < 90) return did("retention", Run::maintain);
            if (choice < 95) return did("reopening", Run::reopen);
            return did("crash", Run::crash);
        }

        private String did(String name, Consumer<Run> operation) {
            operation.accept(this);
            return name;
        }

        private RecordBatch anyBatch() {
            if (random.nextInt(8) == 0) return SampleRecords.batchWithValueOf(random.nextInt(6000));
            return SampleRecords.batchAt(anyTime(), 1 + random.nextInt(5));
        }

        private long anyTime() {
            int kind = random.nextInt(20);
            if (kind == 0) return -1 - random.nextInt(3);
            if (kind == 1) return nowMillis * 1_000;
            return nowMillis - random.nextInt(20_000);
        }

        private void append() {
            RecordBatch batch = anyBatch();
            if (random.nextInt(30) == 0) epoch += 1 + random.nextInt(3);
            Appended appended = log.append(batch, epoch);

            assertThat(appended.baseOffset()).isEqualTo(model.endOffset());
            model.appended(batch, epoch);
        }

        /** As {@link LogDirectory#truncate} does it. Flushes that had begun may still run. */
        private void cut() {
            long offset = model.startOffset() + random.nextLong(model.endOffset() - model.startOffset() + 2);
            if (model.endIfCutTo(offset) < model.startOffset()) {
                assertThatThrownBy(() -> log.truncate(offset)).isInstanceOf(IllegalArgumentException.class);
                return;
            }
            if (offset >= model.endOffset()) {
                assertThat(log.truncate(offset)).isEqualTo(model.endOffset());
                return;
            }
            checkpoint = checkpoint.filter(front -> front.endOffset() <= offset);

            assertThat(log.truncate(offset)).as("end after the cut at %d of a log from %d to %d", offset,
                model.startOffset(), model.endOffset()).isEqualTo(model.cutTo(offset));
            assertThat(log.flushedOffset()).isEqualTo(model.endOffset());
            outdated.addAll(flushes);
            flushes.clear();
        }

        private void delete() {
            long offset = random.nextLong(model.endOffset() + 1);

            log.deleteBefore(offset);

            if (offset > model.startOffset()) model.startsAt(offset);
        }

        private void beginFlush() {
            flushes.add(log.beginFlush());
        }

        private void appendOnAFullDisk() {
            disk.failNextAppend();

            assertThatThrownBy(() -> log.append(anyBatch(), epoch)).isInstanceOf(DiskFullException.class);
        }

        private void read() {
            long end = model.endOffset();
            long offset = model.startOffset() + random.nextLong(end - model.startOffset() + 1);
            long maxOffset = random.nextLong(end + 2);
            int maxBytes = 1 + random.nextInt(8000);

            List<RecordBatch> batches = log.read(offset, maxOffset, maxBytes).batches();

            List<LogRecord> expected = model.expected(offset, maxOffset);
            List<LogRecord> found = records(batches);
            assertThat(found).isEqualTo(expected.subList(0, found.size()));
            assertThat(found.isEmpty()).isEqualTo(expected.isEmpty());
            int bytes = batches.stream().mapToInt(RecordBatch::sizeBytes).sum();
            assertThat(batches.size() <= 1 || bytes <= maxBytes).as("%d of %d bytes", bytes, maxBytes).isTrue();
        }

        private void force() {
            if (!outdated.isEmpty() && random.nextBoolean()) outdated.remove(0).force();
            if (flushes.isEmpty()) return;
            FlushPoint point = flushes.remove(random.nextInt(flushes.size()));
            point.force();
            model.durableUpTo(point.upToOffset());
        }

        private void search() {
            long timestampMillis = random.nextInt(10) == 0 ? -2 : anyTime();
            long maxOffset = random.nextLong(model.endOffset() + 2);

            assertThat(log.firstNotOlder(timestampMillis, maxOffset, Codecs.NONE, 0)).as("time %d below %d",
                timestampMillis, maxOffset).isEqualTo(timed(model.expectedForTime(timestampMillis, maxOffset)));
            assertThat(log.newest(maxOffset, Codecs.NONE, 0)).as("newest below %d", maxOffset)
                .isEqualTo(timed(model.expectedNewest(maxOffset)));
        }

        private Optional<TimedOffset> timed(Optional<LogRecord> expected) {
            return expected.map(each -> new TimedOffset(each.offset(), each.timestampMillis(),
                log.epochBefore(each.offset() + 1).orElseThrow()));
        }

        private void persist() {
            checkpoint = Optional.of(log.persist());
            model.startIsDurable(log.flushedOffset());
        }

        private void maintain() {
            nowMillis += random.nextInt(3_000);
            LogFixture.maintain(log, nowMillis, model.endOffset());
            model.startsAt(log.logStartOffset());
        }

        private void reopen() {
            log.close();
            open();
        }

        private void crash() {
            model.durableUpTo(log.flushedOffset());
            disk.crash(random);
            open();
        }

        private void open() {
            flushes.clear();
            outdated.clear();
            for (int damages = random.nextInt(3); damages > 0; damages--) damageSomeIndex();
            if (random.nextInt(6) == 0) damageState();
            log = openLog();
            assertThat(log.recovery().lostOffsets()).isZero();
            model.crashedTo(log.logEndOffset());
            model.reopenedAt(log.logStartOffset());
        }

        private PartitionLog openLog() {
            return PartitionLog.open(disk.partition(), config, checkpoint, false);
        }

        private void damageSomeIndex() {
            List<Long> segments = disk.partition().segments();
            long segment = segments.get(random.nextInt(segments.size()));
            IndexKind kind = IndexKind.values()[random.nextInt(2)];
            IndexDamage damage = IndexDamage.values()[random.nextInt(IndexDamage.values().length)];
            damage.apply(disk, segment, kind, random);
        }

        /** Where the log starts may be forgotten as long as no segment waits for its deletion. */
        private void damageState() {
            boolean damaged = random.nextBoolean();
            if (damaged) checkpoint = Optional.empty();
            else if (model.startOffset() == 0) disk.removeState("log");
        }

        private void check() {
            assertThat(log.logEndOffset()).isEqualTo(model.endOffset());
            assertThat(log.flushedOffset()).isLessThanOrEqualTo(model.endOffset());
            List<RecordBatch> all = readAll(log);
            assertThat(records(all)).isEqualTo(model.expected(model.startOffset(), Long.MAX_VALUE));
            long readBytes = all.stream().mapToLong(RecordBatch::sizeBytes).sum();
            boolean startsWithASegment = disk.partition().segments().get(0) == log.logStartOffset();
            if (startsWithASegment) assertThat(log.sizeBytes()).isEqualTo(readBytes);
            else assertThat(log.sizeBytes()).isGreaterThanOrEqualTo(readBytes);
            checkEpochs();
        }

        private void checkEpochs() {
            long firstSegment = disk.partition().segments().stream()
                .filter(segment -> segment <= log.logStartOffset()).reduce((before, last) -> last).orElseThrow();
            for (int each = Math.max(0, epoch - 20); each <= epoch; each++) {
                assertThat(log.endOfEpoch(each)).as("end of epoch %d", each)
                    .isEqualTo(model.endOf(each, firstSegment));
            }
        }
    }
}
