package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;
import static org.partita.core.log.LogFixture.readAll;
import static org.partita.core.log.LogFixture.records;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.DiskFullException;
import org.partita.storage.testing.AppendFault;

/** Random operations on a log, and the same ones on a list: they must always agree. */
class PartitionLogModelTest {
    private static final int STEPS = 60;

    @Property(tries = 250)
    void logAgreesWithItsModelWhateverHappens(@ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3000) int segmentBytes) {
        Run run = new Run(new Random(seed), segmentBytes);
        for (int step = 0; step < STEPS; step++) {
            String operation = run.step();
            try {
                run.check();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + " step " + step + " after " + operation, e);
            }
        }
    }

    private static final class Run {
        private final Random random;
        private final int segmentBytes;
        private final LogFixture fixture = new LogFixture();
        private final LogModel model = new LogModel();
        private final List<FlushPoint> flushes = new ArrayList<>();
        private PartitionLog log;

        private Run(Random random, int segmentBytes) {
            this.random = random;
            this.segmentBytes = segmentBytes;
            this.log = fixture.open(segmentBytes);
        }

        private String step() {
            int choice = random.nextInt(100);
            if (choice < 50) return did("append", Run::append);
            if (choice < 60) return did("failed append", Run::appendOnAFullDisk);
            if (choice < 75) return did("read", Run::read);
            if (choice < 82) return did("begin of a flush", run -> run.flushes.add(run.log.beginFlush()));
            if (choice < 90) return did("flush", Run::force);
            if (choice < 95) return did("reopening", Run::reopen);
            return did("crash", Run::crash);
        }

        private String did(String name, Consumer<Run> operation) {
            operation.accept(this);
            return name;
        }

        private RecordBatch anyBatch() {
            if (random.nextInt(8) == 0) return SampleRecords.batchWithValueOf(random.nextInt(6000));
            return SampleRecords.batch(1 + random.nextInt(5));
        }

        private void append() {
            RecordBatch batch = anyBatch();
            Appended appended = log.append(batch, LEADER_EPOCH);

            assertThat(appended.baseOffset()).isEqualTo(model.endOffset());
            model.appended(batch);
        }

        private void appendOnAFullDisk() {
            fixture.disk.failNextAppend(AppendFault.DISK_FULL);

            assertThatThrownBy(() -> log.append(anyBatch(), LEADER_EPOCH)).isInstanceOf(DiskFullException.class);
        }

        private void read() {
            long end = model.endOffset();
            long offset = random.nextLong(end + 1);
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
            if (flushes.isEmpty()) return;
            FlushPoint point = flushes.remove(random.nextInt(flushes.size()));
            point.force();
            model.durableUpTo(point.upToOffset());
        }

        private void reopen() {
            log.close();
            flushes.clear();
            log = fixture.open(segmentBytes);
            assertThat(log.recovery().cut()).isEqualTo(TailCut.NONE);
        }

        private void crash() {
            model.durableUpTo(log.flushedOffset());
            flushes.clear();
            fixture.disk.crash(random);
            log = fixture.open(segmentBytes);
            model.crashedTo(log.logEndOffset());
        }

        private void check() {
            assertThat(log.logEndOffset()).isEqualTo(model.endOffset());
            assertThat(log.flushedOffset()).isLessThanOrEqualTo(model.endOffset());
            List<RecordBatch> all = readAll(log);
            assertThat(records(all)).isEqualTo(model.expected(0, Long.MAX_VALUE));
            assertThat(log.sizeBytes()).isEqualTo(all.stream().mapToLong(RecordBatch::sizeBytes).sum());
        }
    }
}
