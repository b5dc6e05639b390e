package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;
import static org.partita.core.log.LogFixture.PARTITION;
import static org.partita.core.log.LogFixture.readAll;
import static org.partita.core.log.LogFixture.records;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.StorageException;

/** A log knows whose it is. */
final class LogIdentityTest {
    private static final RecordBatch BATCH = SampleRecords.batch(2);
    private static final int FORMAT_POSITION = 4;
    private static final int ID_POSITION = 6;
    private static final int ID_BYTES = 20;

    private final LogFixture fixture = new LogFixture();

    @Test
    void logThatWasNeverClosedOrCutIsNotedWithItsIdentity() {
        write(1);

        ByteBuffer state = state();

        assertThat(state.getShort(FORMAT_POSITION)).isEqualTo((short) 3);
        assertThat(new UUID(state.getLong(ID_POSITION), state.getLong(ID_POSITION + 8)))
            .isEqualTo(PARTITION.topicId());
        assertThat(state.getInt(ID_POSITION + 16)).isEqualTo(PARTITION.partition());
    }

    @Test
    void logOfAnotherPartitionIsRefusedWithBothNamesAndNothingIsChanged() {
        write(5);
        PartitionId other = new PartitionId(PARTITION.topicId(), 77);
        fixture.disk.open().partition(other).createSegment(0).close();
        fixture.disk.exchange(PARTITION, other);
        ByteBuffer before = fixture.disk.open().partition(other).readState("log").orElseThrow();

        assertThatThrownBy(() -> PartitionLog.open(fixture.disk.open().partition(other), new LogConfig(1 << 20)))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining(PARTITION.topicId() + "/77 holds the log of " + PARTITION.topicId() + "/"
                + PARTITION.partition());

        assertThat(fixture.disk.open().partition(other).readState("log").orElseThrow()).isEqualTo(before);
    }

    @Test
    void logOfAnotherTopicIsRefused() {
        write(5);
        PartitionId other = new PartitionId(new UUID(5, 5), PARTITION.partition());
        fixture.disk.open().partition(other).createSegment(0).close();
        fixture.disk.exchange(PARTITION, other);

        assertThatThrownBy(() -> PartitionLog.open(fixture.disk.open().partition(other), new LogConfig(1 << 20)))
            .isInstanceOf(StorageException.class).hasMessageContaining(other.topicId().toString())
            .hasMessageContaining(PARTITION.topicId().toString());
    }

    @Test
    void stateWithoutIdentityIsTakenOverAndWrittenWithIt() {
        write(5);
        ByteBuffer now = state();
        replaceState(withoutId(now));
        long bytesOfActive = bytesOfActive();

        try (PartitionLog log = fixture.open(400)) {
            assertThat(log.recovery().bytesScanned()).isEqualTo(bytesOfActive);
            assertThat(records(readAll(log))).hasSize(10);
            log.persist();
        }

        assertThat(state()).isEqualTo(now);
    }

    @Test
    void suspicionInAStateWithoutIdentityIsKept() {
        write(1);
        ByteBuffer old = withoutId(state());
        replaceState(sealed(old.put(ID_POSITION + 8, (byte) 1)));

        try (PartitionLog log = fixture.open(new LogConfig(400, Long.MAX_VALUE, Long.MAX_VALUE, LogConfig.UNLIMITED,
                LogConfig.DEFAULT_MAX_INDEX_ENTRIES, LostTail.REFUSE), Optional.empty())) {
            assertThat(log.suspect()).isTrue();
        }
    }

    @Test
    void stateOfALaterFormatIsMadeAgain() {
        write(5);
        ByteBuffer now = state();
        replaceState(sealed(ByteBuffer.allocate(now.remaining()).put(now.duplicate()).flip()
            .putShort(FORMAT_POSITION, (short) 4)));

        try (PartitionLog log = fixture.open(400)) {
            assertThat(records(readAll(log))).hasSize(10);
            log.persist();
        }

        assertThat(state().getShort(FORMAT_POSITION)).isEqualTo((short) 3);
    }

    private void write(int batches) {
        try (PartitionLog log = fixture.open(400)) {
            for (int i = 0; i < batches; i++) log.append(BATCH, LEADER_EPOCH);
            log.beginFlush().force();
            log.persist();
        }
    }

    private long bytesOfActive() {
        PartitionStore files = fixture.partition();
        long active = files.segments().get(files.segments().size() - 1);
        try (var file = files.openSegment(active)) {
            return file.sizeBytes();
        }
    }

    private ByteBuffer state() {
        return fixture.partition().readState("log").orElseThrow();
    }

    private void replaceState(ByteBuffer content) {
        fixture.partition().writeState("log", content);
    }

    /** As it was written before it had an identity. */
    private static ByteBuffer withoutId(ByteBuffer state) {
        ByteBuffer old = ByteBuffer.allocate(state.remaining() - ID_BYTES);
        old.putInt(state.getInt(0)).putShort((short) 2);
        old.put(state.slice(ID_POSITION + ID_BYTES, state.remaining() - ID_POSITION - ID_BYTES));
        return sealed(old.flip());
    }

    private static ByteBuffer sealed(ByteBuffer state) {
        CRC32C crc = new CRC32C();
        crc.update(state.slice(0, state.limit() - Integer.BYTES));
        return state.putInt(state.limit() - Integer.BYTES, (int) crc.getValue());
    }
}
