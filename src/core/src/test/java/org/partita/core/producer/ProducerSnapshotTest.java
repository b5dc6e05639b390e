package org.partita.core.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.zip.CRC32C;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.storage.PartitionId;

class ProducerSnapshotTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(0x5, 0x6), 3);
    private static final int COUNT_POSITION = 38;
    private static final int FIRST_ENTRY = 42;

    private static ProducerTable newTable() {
        return new ProducerTable(ProducerLimits.DEFAULT, new Budget(100_000));
    }

    private static ProducerSnapshot snapshot(Random random, int producers) {
        ProducerTable table = newTable();
        long offset = random.nextInt(1_000);
        for (int i = random.nextInt(10 * producers + 1); i >= 0; i--) {
            Sent batch = new Sent(random.nextInt(producers), random.nextInt(3), random.nextInt(Integer.MAX_VALUE),
                1 + random.nextInt(100));
            OptionalLong appendMillis = random.nextBoolean() ? OptionalLong.of(random.nextInt()) : OptionalLong.empty();
            table.recover(batch.headerAt(offset, appendMillis), 1_000 - i);
            offset += batch.recordCount() + random.nextInt(5);
        }
        return table.capture(PARTITION, offset, random.nextInt(50), 1_000_000, 2_000);
    }

    private static byte[] bytes(ProducerSnapshot snapshot) {
        ByteBuffer encoded = snapshot.encode();
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    private static Optional<ProducerSnapshot> decode(byte[] bytes) {
        return ProducerSnapshot.decode(ByteBuffer.wrap(bytes), PARTITION);
    }

    private static void seal(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - 4);
        ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
    }

    @Test
    void layoutIsTheDocumentedOne() {
        ProducerTable table = newTable();
        table.recover(new Sent(0x70, 2, 0x7ffffffe, 4).headerAt(0x10, OptionalLong.empty()), 100);
        table.recover(new Sent(0x71, 0, 0, 1).headerAt(0x14, OptionalLong.of(0x99)), 116);
        table.recover(new Sent(0x70, 2, 2, 1).headerAt(0x15, OptionalLong.of(0x9a)), 132);

        byte[] bytes = bytes(table.capture(PARTITION, 0x16, 9, 0x1000, 132));

        byte[] body = HexFormat.of().parseHex("50545053" + "0001" + "0000000000000005" + "0000000000000006" + "00000003"
            + "0000000000000016" + "00000009" + "00000002"
            + "0000000000000071" + "0000" + "0000000000000ff0" + "01"
            + "00000000" + "00000001" + "0000000000000014" + "0000000000000099"
            + "0000000000000070" + "0002" + "0000000000001000" + "02"
            + "7ffffffe" + "00000004" + "0000000000000010" + "ffffffffffffffff"
            + "00000002" + "00000001" + "0000000000000015" + "000000000000009a" + "00000000");
        seal(body);
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(HexFormat.of().formatHex(body));
    }

    @Property(tries = 300)
    void snapshotIsReadBackAsWritten(@ForAll long seed) {
        ProducerSnapshot written = snapshot(new Random(seed), 20);

        ProducerSnapshot read = decode(bytes(written)).orElseThrow();

        assertThat(read.upToOffset()).isEqualTo(written.upToOffset());
        assertThat(read.leaderEpoch()).isEqualTo(written.leaderEpoch());
        assertThat(bytes(read)).isEqualTo(bytes(written));
        ProducerTable table = newTable();
        table.restore(read, 1_000_000, 5_000);
        assertThat(bytes(table.capture(PARTITION, read.upToOffset(), read.leaderEpoch(), 1_000_000, 5_000)))
            .isEqualTo(bytes(written));
    }

    @Test
    void tableWithoutProducersHasASnapshotToo() {
        byte[] bytes = bytes(newTable().capture(PARTITION, 12, 3, 0, 0));

        assertThat(bytes).hasSize(46);
        assertThat(decode(bytes).orElseThrow().upToOffset()).isEqualTo(12);
    }

    @Property(tries = 300)
    void anyDamagedByteIsFound(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = bytes(snapshot(random, 4));
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));

        assertThat(decode(bytes)).isEmpty();
    }

    /** Whatever is taken makes sense, so it can be used and written again. */
    @Property(tries = 2_000)
    void bytesWithAChecksumButWithoutSenseAreRefused(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = bytes(snapshot(random, 4));
        for (int i = random.nextInt(4); i >= 0; i--) {
            bytes[random.nextInt(bytes.length - 4)] = (byte) (random.nextBoolean() ? random.nextInt() : 0xff);
        }
        seal(bytes);

        Optional<ProducerSnapshot> read = decode(bytes);

        if (read.isEmpty()) return;
        assertThat(bytes(read.get())).isEqualTo(bytes);
        ProducerTable table = newTable();
        table.restore(read.get(), Long.MAX_VALUE, 0);
        table.clear();
        table.restore(read.get(), 0, Long.MAX_VALUE / 2);
        assertThat(table.size()).isEqualTo(read.get().entries().size());
    }

    @Test
    void cutSnapshotIsRefused() {
        byte[] bytes = bytes(snapshot(new Random(1), 4));

        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThat(decode(cut)).isEmpty();
            if (length < 4) continue;
            seal(cut);
            assertThat(decode(cut)).isEmpty();
        }
    }

    @Test
    void snapshotOfAnotherPartitionOrFormatIsRefused() {
        byte[] bytes = bytes(snapshot(new Random(1), 4));

        assertThat(ProducerSnapshot.decode(ByteBuffer.wrap(bytes), new PartitionId(PARTITION.topicId(), 4))).isEmpty();
        assertThat(ProducerSnapshot.decode(ByteBuffer.wrap(bytes), new PartitionId(new UUID(5, 7), 3))).isEmpty();
        bytes[5] = 2;
        seal(bytes);
        assertThat(decode(bytes)).isEmpty();
    }

    @Test
    void countThatDoesNotFitAllocatesNothing() {
        byte[] bytes = bytes(snapshot(new Random(1), 4));
        ByteBuffer.wrap(bytes).putInt(COUNT_POSITION, Integer.MAX_VALUE);
        seal(bytes);

        assertThat(decode(bytes)).isEmpty();
    }

    @Test
    void bytesThatAreLeftOverAreRefused() {
        byte[] bytes = bytes(snapshot(new Random(1), 4));
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        seal(longer);

        assertThat(decode(longer)).isEmpty();
    }

    @Test
    void snapshotOfAClockThatIsNearItsBeginningCanBeRead() {
        ProducerTable table = newTable();
        table.recover(new Sent(1, 0, 0, 1).headerAt(0, OptionalLong.empty()), 1_000);

        byte[] bytes = bytes(table.capture(PARTITION, 2, 0, 3, 5_000));

        assertThat(decode(bytes).orElseThrow().entries().get(0).lastAppendMillis()).isZero();
    }

    @Test
    void producerThatIsThereTwiceIsRefused() {
        ProducerTable table = newTable();
        table.recover(new Sent(1, 0, 0, 1).headerAt(0, OptionalLong.empty()), 0);
        table.recover(new Sent(2, 0, 0, 1).headerAt(1, OptionalLong.empty()), 0);
        byte[] bytes = bytes(table.capture(PARTITION, 2, 0, 0, 0));
        assertThat(decode(bytes)).isPresent();

        ByteBuffer.wrap(bytes).putLong(FIRST_ENTRY, 2);
        seal(bytes);

        assertThat(decode(bytes)).isEmpty();
    }

    @Test
    void batchesBeyondTheEndOrOutOfOrderAreRefused() {
        ProducerTable table = newTable();
        table.recover(new Sent(1, 0, 0, 3).headerAt(0, OptionalLong.empty()), 0);
        table.recover(new Sent(1, 0, 3, 3).headerAt(3, OptionalLong.empty()), 0);
        byte[] bytes = bytes(table.capture(PARTITION, 6, 0, 0, 0));
        int secondOffset = FIRST_ENTRY + 19 + 24 + 8;
        assertThat(ByteBuffer.wrap(bytes).getLong(secondOffset)).isEqualTo(3);

        for (long wrong : new long[] {4, 2, 0, -1, Long.MAX_VALUE}) {
            ByteBuffer.wrap(bytes).putLong(secondOffset, wrong);
            seal(bytes);
            assertThat(decode(bytes)).isEmpty();
        }
    }

    @Test
    void snapshotOfNothingIsAMistake() {
        assertThatThrownBy(() -> newTable().capture(PARTITION, 0, 0, 0, 0)).hasMessageContaining("upToOffset 0");
    }
}
