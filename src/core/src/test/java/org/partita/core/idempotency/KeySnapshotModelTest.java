package org.partita.core.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.core.log.Appended;
import org.partita.core.log.LogConfig;
import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.log.LogDirectory;
import org.partita.core.log.PartitionLog;
import org.partita.core.log.RollPoint;
import org.partita.core.record.Bytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.testing.MemoryDisk;
import org.partita.storage.testing.MemorySegmentStore;

/** Random operations on a log with keyed messages: a start with snapshots knows what a start without them does. */
class KeySnapshotModelTest {
    private static final Logger LOGGERS = Logger.getLogger("org.partita.core");
    private static final PartitionId PARTITION = new PartitionId(new UUID(5, 6), 3);
    private static final DirectoryIdentity IDENTITY = new DirectoryIdentity("cluster", 1, new UUID(1, 2), 1);
    private static final MemoryDisk NO_FILES = new MemoryDisk(IDENTITY);
    private static final int STEPS = 2_000;
    private static final int MAX_ENTRIES = 60;
    private static final int MAX_BATCH_BYTES = 1_000;

    private static int restoredFromSnapshot;
    private static int starts;

    @BeforeContainer
    static void silenceWhatIsDamagedOnPurpose() {
        LOGGERS.setLevel(Level.OFF);
    }

    @AfterContainer
    static void letLogsSpeakAgain() {
        LOGGERS.setLevel(null);
    }

    @Property(tries = 60)
    void tableFromASnapshotIsTheTableFromTheWholeLog(@ForAll long seed) {
        Run run = new Run(new Random(seed));
        for (int step = 0; step < STEPS; step++) {
            String operation = "";
            try {
                operation = run.step();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " step " + step + " after " + operation, e);
            }
        }
    }

    /** Otherwise the property would hold without a snapshot, too. */
    @Test
    void runsUseSnapshotsAndDoWithoutThem() {
        starts = 0;
        restoredFromSnapshot = 0;

        for (long seed = 0; seed < 20; seed++) tableFromASnapshotIsTheTableFromTheWholeLog(seed);

        assertThat(restoredFromSnapshot).isGreaterThan(starts / 10).isLessThan(starts * 9 / 10);
    }

    private static final class Run {
        private final Random random;
        private final MemoryDisk disk = new MemoryDisk(IDENTITY);
        private final LogConfig config;
        private MemorySegmentStore store;
        private PartitionStore files;
        private LogDirectory directory;
        private PartitionLog log;
        private KeySnapshots snapshots;
        private IdempotencyTable table;
        private long windowMillis = 10_000;
        private long wallMillis = 1_000_000;
        private long nowMillis = 5_000;
        private int epoch;
        private int key;

        private Run(Random random) {
            this.random = random;
            this.config = new LogConfig(300 + random.nextInt(3_000), 60_000, 30_000, 20_000L, 3, LostTail.CUT);
            open();
        }

        private String step() {
            int choice = random.nextInt(100);
            if (choice < 55) return did("append", this::append);
            if (choice < 70) return did("time", this::pass);
            if (choice < 80) return did("persist", this::persist);
            if (choice < 83) return did("retention", this::maintain);
            if (choice < 85) return did("failed write", disk::failNextStateWrite);
            if (choice < 87) return did("damage", this::damageSnapshot);
            if (choice < 88) return did("clock", () -> wallMillis += random.nextInt(60_000) - 30_000);
            if (choice < 89) return did("window", this::changeWindow);
            if (choice < 91) return did("deletion", () -> log.deleteBefore(anyOffset()));
            if (choice < 93) return did("cut", this::cutAndReopen);
            if (choice < 96) return did("stop", this::stopAndReopen);
            if (choice < 98) return did("kill", this::killAndReopen);
            return did("crash", this::crashAndReopen);
        }

        private static String did(String name, Runnable operation) {
            operation.run();
            return name;
        }

        private long anyOffset() {
            return log.logStartOffset() + random.nextLong(log.logEndOffset() - log.logStartOffset() + 1);
        }

        private void append() {
            List<NewRecord> records = new ArrayList<>();
            List<Stamp> stamps = new ArrayList<>();
            boolean keyed = random.nextInt(4) > 0;
            for (int i = 0; i <= random.nextInt(3); i++) {
                NewRecord plain = new NewRecord(wallMillis - random.nextInt(100), Bytes.NULL, Bytes.EMPTY, List.of());
                stamps.add(new Stamp(new Fingerprint(key++ % 150, 1), i, new Fingerprint(2, key),
                    wallMillis - random.nextInt(50)));
                records.add(keyed ? Stamper.stamped(plain, stamps.get(i)) : plain);
            }
            if (keyed && !reserved(stamps.size())) return;
            RecordBatch batch = encoded(records, keyed ? wallMillis : 0);
            if (log.needsRoll(batch)) roll();
            Appended appended = log.append(batch, epoch);
            for (int i = 0; keyed && i < stamps.size(); i++) {
                table.add(stamps.get(i), appended.baseOffset() + i,
                    appended.timestampMillis(records.get(i).timestampMillis()), nowMillis);
            }
        }

        private RecordBatch encoded(List<NewRecord> records, long floorMillis) {
            Compression compression = random.nextInt(3) == 0 ? Compression.GZIP : Compression.NONE;
            RecordBatch batch = RecordBatchEncoder.encode(compression, Codecs.JDK, records, floorMillis);
            return random.nextInt(3) == 0 ? batch.appendedAt(wallMillis) : batch;
        }

        private boolean reserved(int count) {
            table.dropExpired(nowMillis);
            try {
                table.reserve(count, nowMillis);
                return true;
            } catch (KeyTableFullException full) {
                return false;
            }
        }

        private void roll() {
            RollPoint point = log.beginRoll();
            point.perform();
            log.finishRoll(point);
            snapshots.capture(table, nowMillis);
        }

        private void pass() {
            long millis = random.nextInt(600);
            wallMillis += millis;
            nowMillis += millis;
        }

        private void persist() {
            directory.persist(PARTITION, snapshots::persist);

            assertThat(files.indexes(IndexKind.KEYS)).hasSizeLessThanOrEqualTo(2);
        }

        private void maintain() {
            if (log.maintain(wallMillis, log.logEndOffset())) {
                roll();
                log.maintain(wallMillis, log.logEndOffset());
            }
        }

        private void damageSnapshot() {
            List<Long> written = files.indexes(IndexKind.KEYS);
            if (written.isEmpty()) return;
            disk.failNoStateWrite();
            long segment = written.get(random.nextInt(written.size()));
            byte[] content = content(segment);
            if (content.length == 0) return;
            int at = random.nextInt(content.length);
            if (random.nextInt(3) > 0) {
                content[at] ^= (byte) (1 << random.nextInt(8));
                at = content.length;
            }
            files.writeIndex(segment, IndexKind.KEYS, 0, ByteBuffer.wrap(content, 0, at));
        }

        private byte[] content(long segment) {
            try (var file = files.openIndex(segment, IndexKind.KEYS).orElseThrow()) {
                byte[] content = new byte[(int) file.sizeBytes()];
                file.read(0, content.length).get(content);
                return content;
            }
        }

        private void changeWindow() {
            windowMillis = 1_000 + random.nextInt(20_000);
            table.changeWindow(windowMillis, nowMillis);
        }

        /** The table of a log that is cut has to be made anew. */
        private void cutAndReopen() {
            disk.failNoStateWrite();
            log.beginFlush().force();
            try {
                directory.truncate(PARTITION, anyOffset());
            } catch (IllegalArgumentException withinTheFirstBatch) {
                return;
            }
            if (random.nextBoolean()) persist();
            killAndReopen();
        }

        private void stopAndReopen() {
            log.beginFlush().force();
            snapshots.capture(table, nowMillis);
            log.close();
            persist();
            killAndReopen();
        }

        private void killAndReopen() {
            store.close();
            open();
        }

        private void crashAndReopen() {
            disk.crash(random);
            open();
        }

        private void open() {
            disk.failNoStateWrite();
            store = disk.open();
            files = store.partition(PARTITION);
            epoch++;
            directory = new LogDirectory(store, false);
            log = directory.open(PARTITION, config, false);
            IdempotencyTable whole = newTable();
            long wholeBytes = readBytes(whole, new KeySnapshots(NO_FILES.open().partition(PARTITION), log));
            snapshots = new KeySnapshots(files, log);
            table = newTable();
            long bytes = readBytes(table, snapshots);

            assertThat(entries(table)).isEqualTo(entries(whole));
            assertThat(table.forgottenUpToMillis()).isEqualTo(whole.forgottenUpToMillis());
            assertThat(table.untilNextExpiryMillis(nowMillis)).isEqualTo(whole.untilNextExpiryMillis(nowMillis));
            // The search for the first batch that counts ends at once without a snapshot, and may go on behind one.
            assertThat(bytes).isLessThanOrEqualTo(wholeBytes + Math.max(config.segmentBytes(), MAX_BATCH_BYTES));
            starts++;
            if (bytes < wholeBytes) restoredFromSnapshot++;
        }

        private long readBytes(IdempotencyTable recovered, KeySnapshots from) {
            long before = disk.readBytes();
            new TableRecovery(recovered, log, Codecs.JDK, wallMillis, nowMillis).run(from);
            return disk.readBytes() - before;
        }

        private IdempotencyTable newTable() {
            return new IdempotencyTable(windowMillis, MAX_ENTRIES, new Budget(1_000_000));
        }

        private static List<String> entries(IdempotencyTable table) {
            EntryPages.View view = table.view();
            List<String> all = new ArrayList<>();
            for (int i = 0; i < view.count(); i++) {
                ByteBuffer entry = ByteBuffer.allocate(EntryPages.View.ENTRY_BYTES);
                view.encode(i, entry);
                all.add(HexFormat.of().formatHex(entry.array()));
            }
            return all;
        }
    }
}
