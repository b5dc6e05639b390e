package org.partita.core.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.core.log.Appended;
import org.partita.core.log.LogConfig;
import org.partita.core.log.LogDirectory;
import org.partita.core.log.PartitionLog;
import org.partita.core.log.RollPoint;
import org.partita.core.record.Bytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.testing.MemoryDisk;

/** Snapshots of keys, one by one. Each batch holds one keyed message. */
final class KeySnapshotTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(5, 6), 3);
    private static final long WINDOW_MILLIS = 600_000;
    private static final long WALL_MILLIS = 1_000_000_000;
    private static final int SMALL = 1_000;

    private final MemoryDisk disk = new MemoryDisk(new DirectoryIdentity("cluster", 1, new UUID(1, 2), 1));
    private int epoch;
    private LogDirectory directory;
    private PartitionStore files;
    private PartitionLog log;
    private KeySnapshots snapshots;
    private IdempotencyTable table;
    private long bytesRead;

    @BeforeEach
    void openEmptyLog() {
        open(WALL_MILLIS, WINDOW_MILLIS);
    }

    private void open(long wallMillis, long windowMillis) {
        var store = disk.open();
        epoch++;
        files = store.partition(PARTITION);
        directory = new LogDirectory(store, false);
        log = directory.open(PARTITION, new LogConfig(SMALL), false);
        snapshots = new KeySnapshots(files, log);
        table = new IdempotencyTable(windowMillis, 1_000_000, new Budget(1_000_000));
        long before = disk.readBytes();
        new TableRecovery(table, log, Codecs.NONE, wallMillis, 0).run(snapshots);
        bytesRead = disk.readBytes() - before;
    }

    private void reopen() {
        log.close();
        open(WALL_MILLIS, WINDOW_MILLIS);
    }

    private void append(int key) {
        Stamp stamp = stamp(key);
        NewRecord record = Stamper.stamped(new NewRecord(key, Bytes.NULL, Bytes.EMPTY, List.of()), stamp);
        table.reserve(1, 0);
        Appended where = log.append(RecordBatchEncoder.encode(Compression.NONE, Codecs.NONE, List.of(record),
            WALL_MILLIS), epoch);
        table.add(stamp, where.baseOffset(), key, 0);
    }

    private static Stamp stamp(int key) {
        return new Stamp(new Fingerprint(key, key), 0, new Fingerprint(0, key), WALL_MILLIS);
    }

    private void roll() {
        RollPoint point = log.beginRoll();
        point.perform();
        log.finishRoll(point);
        snapshots.capture(table, 0);
        directory.persist(PARTITION, snapshots::persist);
    }

    private void assertKnown(int keys) {
        assertThat(table.size()).isEqualTo(keys);
        for (int key = 0; key < keys; key++) {
            assertThat(table.find(stamp(key))).contains(new KnownMessage(new Fingerprint(0, key), key, key));
        }
    }

    private void damage(long segment) {
        files.writeIndex(segment, IndexKind.KEYS, 60, ByteBuffer.wrap(new byte[] {1}));
    }

    @Test
    void onlyWhatIsBehindTheSnapshotIsReadFromTheLog() {
        for (int key = 0; key < 4; key++) append(key);
        roll();
        append(4);

        reopen();

        assertKnown(5);
        assertThat(bytesRead).isPositive().isLessThan(log.sizeBytes() / 2);
    }

    @Test
    void snapshotOfManyEntriesIsWrittenAndReadInParts() {
        IdempotencyTable many = new IdempotencyTable(WINDOW_MILLIS, 1_000_000, new Budget(1_000_000));
        append(0);
        for (int key = 0; key < 20_000; key++) many.recover(stamp(key), 0, key, 0);
        snapshots.capture(many, 0);
        snapshots.persist();

        reopen();

        assertThat(table.size()).isEqualTo(20_000);
        assertThat(table.find(stamp(19_999))).contains(new KnownMessage(new Fingerprint(0, 19_999), 0, 19_999));
        try (var file = files.openIndex(0, IndexKind.KEYS).orElseThrow()) {
            assertThat(file.sizeBytes()).isEqualTo(54 + 20_000 * 60);
        }
    }

    @Test
    void atMostTwoAreKeptAndTheOlderOneServesWhenTheNewerIsDamaged() {
        for (int key = 0; key < 8; key++) {
            append(key);
            if (key % 2 == 1) roll();
        }
        assertThat(files.indexes(IndexKind.KEYS)).containsExactly(6L, 8L);
        damage(8);

        reopen();

        assertKnown(8);
        assertThat(bytesRead).isPositive().isLessThan(log.sizeBytes());
        assertThat(files.indexes(IndexKind.KEYS)).containsExactly(6L);
    }

    @Test
    void withoutASnapshotTheWindowIsRead() {
        for (int key = 0; key < 4; key++) append(key);
        roll();
        damage(4);

        reopen();

        assertKnown(4);
        assertThat(bytesRead).isGreaterThanOrEqualTo(log.sizeBytes());
        assertThat(files.indexes(IndexKind.KEYS)).isEmpty();
    }

    @Test
    void snapshotOfAnotherPartitionIsNotUsed() {
        PartitionId other = new PartitionId(PARTITION.topicId(), 4);
        for (int key = 0; key < 4; key++) append(key);
        roll();
        PartitionStore others = disk.open().partition(other);
        others.createSegment(0).close();
        try (var file = files.openIndex(4, IndexKind.KEYS).orElseThrow()) {
            others.writeIndex(0, IndexKind.KEYS, 0, file.read(0, (int) file.sizeBytes()));
        }

        try (PartitionLog otherLog = PartitionLog.open(others, new LogConfig(SMALL))) {
            IdempotencyTable otherTable = new IdempotencyTable(WINDOW_MILLIS, 10, new Budget(10));
            new TableRecovery(otherTable, otherLog, Codecs.NONE, WALL_MILLIS, 0)
                .run(new KeySnapshots(others, otherLog));

            assertThat(otherTable.size()).isZero();
            assertThat(others.indexes(IndexKind.KEYS)).isEmpty();
        }
    }

    @Test
    void cutTakesTheSnapshotsOfWhatIsCutAway() {
        for (int key = 0; key < 4; key++) {
            append(key);
            if (key % 2 == 1) roll();
        }

        directory.truncate(PARTITION, 3);

        assertThat(files.indexes(IndexKind.KEYS)).isEmpty();
        reopen();
        assertKnown(3);
    }

    @Test
    void capturedBeforeACutItIsNotWrittenAfterwards() {
        for (int key = 0; key < 4; key++) append(key);
        log.beginFlush().force();
        snapshots.capture(table, 0);
        directory.truncate(PARTITION, 2);

        snapshots.persist();

        assertThat(files.indexes(IndexKind.KEYS)).isEmpty();
    }

    @Test
    void snapshotOfAPartThatWasCutAndGrewAgainIsNotUsed() {
        for (int key = 0; key < 4; key++) append(key);
        log.beginFlush().force();
        snapshots.capture(table, 0);
        snapshots.persist();
        byte[] stale = new byte[54 + 4 * 60];
        try (var file = files.openIndex(0, IndexKind.KEYS).orElseThrow()) {
            file.read(0, stale.length).get(stale);
        }
        directory.truncate(PARTITION, 2);
        reopen();
        for (int key = 12; key < 15; key++) append(key);
        files.writeIndex(0, IndexKind.KEYS, 0, ByteBuffer.wrap(stale));

        reopen();

        assertThat(table.size()).isEqualTo(5);
        assertThat(table.find(stamp(3))).isEmpty();
        assertThat(table.find(stamp(12))).isPresent();
        assertThat(files.indexes(IndexKind.KEYS)).isEmpty();
    }

    @Test
    void snapshotThatForgotWhatALongerWindowNeedsIsNotUsed() {
        append(0);
        roll();
        append(1);
        table.dropExpired(WINDOW_MILLIS);
        roll();
        assertThat(table.size()).isZero();

        reopen();

        assertKnown(2);
        assertThat(files.indexes(IndexKind.KEYS)).containsExactly(1L, 2L);
    }

    @Test
    void entriesOlderThanTheWindowAreNotWritten() {
        append(0);
        log.beginFlush().force();

        snapshots.capture(table, WINDOW_MILLIS);
        snapshots.persist();

        try (var file = files.openIndex(0, IndexKind.KEYS).orElseThrow()) {
            assertThat(file.sizeBytes()).isEqualTo(54);
        }
        log.close();
        open(WALL_MILLIS + WINDOW_MILLIS, WINDOW_MILLIS);
        assertThat(table.size()).isZero();
        assertThat(bytesRead).isZero();
    }

    @Test
    void snapshotThatCannotBeReadIsKeptAndTheLogIsReadInstead() {
        for (int key = 0; key < 4; key++) append(key);
        roll();
        log.close();
        disk.refuseNextIndex();

        open(WALL_MILLIS, WINDOW_MILLIS);

        assertKnown(4);
        assertThat(files.indexes(IndexKind.KEYS)).containsExactly(4L);
    }

    @Test
    void snapshotThatCouldNotBeWrittenIsWrittenInTheNextRound() {
        append(0);
        log.beginFlush().force();
        directory.persist(PARTITION, () -> { });
        snapshots.capture(table, 0);
        disk.failNextStateWrite();

        directory.persist(PARTITION, snapshots::persist);
        assertThat(files.indexes(IndexKind.KEYS)).isEmpty();
        directory.persist(PARTITION, snapshots::persist);

        assertThat(files.indexes(IndexKind.KEYS)).containsExactly(0L);
    }
}
