package org.partita.wire.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;

import org.junit.jupiter.api.Test;
import org.partita.core.record.AllocatedBytes;
import org.partita.core.record.Compression;
import org.partita.core.record.InvalidBatchException;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.xerial.snappy.Snappy;

/** Little that claims or becomes much. */
class BombTest {
    private static final int MIB = 1 << 20;
    private static final int MAX_BYTES = MIB;
    private static final long GIB = 1L << 30;
    private static final byte[] SNAPPY_HEADER = {-126, 'S', 'N', 'A', 'P', 'P', 'Y', 0, 0, 0, 0, 1, 0, 0, 0, 1};

    @Test
    void gzipOfGigabytesCostsNoMoreThanTheBound() throws IOException {
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(member)) {
            gzip.write(new byte[64 * MIB]);
        }

        byte[] bomb = repeated(new byte[0], member.toByteArray(), (int) (4 * GIB / (64 * MIB)));

        assertRefusedCheaply(Compression.GZIP, bomb, "records inflate to more than 1048576 bytes");
    }

    @Test
    void zstdOfGigabytesCostsNoMoreThanTheBound() {
        byte[] blockOf128Kib = {0b010, 0, 0x10, 'x'};

        byte[] bomb = repeated(zstdFrame(0x58), blockOf128Kib, (int) (4 * GIB / (128 << 10)));
        bomb[bomb.length - 4] |= 1;

        assertThat(bomb.length).isLessThan(MIB);
        assertRefusedCheaply(Compression.ZSTD, bomb, "records inflate to more than 1048576 bytes");
    }

    @Test
    void lz4OfGigabytesCostsNoMoreThanTheBound() throws IOException {
        byte[] frame = lz4(new byte[4 * MIB], BLOCKSIZE.SIZE_4MB);
        byte[] header = Arrays.copyOf(frame, 7);
        byte[] block = Arrays.copyOfRange(frame, 7, frame.length - 4);

        byte[] bomb = repeated(header, block, (int) (4 * GIB / (4 * MIB)));

        assertRefusedCheaply(Compression.LZ4, bomb, "inflates to more than 1048576 bytes");
    }

    @Test
    void snappyOfGigabytesCostsNoMoreThanTheBound() throws IOException {
        byte[] chunk = Snappy.compress(new byte[16 * MIB]);
        byte[] framed = ByteBuffer.allocate(4 + chunk.length).putInt(chunk.length).put(chunk).array();

        assertRefusedCheaply(Compression.SNAPPY, repeated(SNAPPY_HEADER, framed, 4), "records inflate to more than");
        assertRefusedCheaply(Compression.SNAPPY, chunk, "records inflate to more than");
    }

    @Test
    void zstdWindowOfTwoGibibytesIsNotAllocated() {
        byte[] content = "a record, or what pretends to be one".getBytes();
        byte[] frame = repeated(zstdFrame(21 << 3), rawBlock(content), 1);

        ByteBuffer[] inflated = new ByteBuffer[1];
        long allocated = AllocatedBytes.of(() ->
            inflated[0] = new ZstdCodec().decompress(ByteBuffer.wrap(frame), MAX_BYTES));

        assertThat(inflated[0]).isEqualTo(ByteBuffer.wrap(content));
        assertThat(allocated).isLessThan(MIB);
    }

    @Test
    void zstdContentSizeOfTwoGibibytesIsNotAllocated() {
        byte[] frame = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN).putInt(0xFD2FB528)
            .put((byte) 0xC0).put((byte) 0x58).putLong(2 * GIB).put(new byte[] {0b001, 0, 0}).flip().slice()
            .order(ByteOrder.LITTLE_ENDIAN).array();

        assertRefusedCheaply(Compression.ZSTD, Arrays.copyOf(frame, 17), "");
    }

    @Test
    void zstdFramesOfManyBlocksThatHoldNothingAreBoundedToo() {
        byte[] emptyCompressedBlock = {0b100 | 2 << 3, 0, 0, 0, 0};

        byte[] frame = repeated(zstdFrame(0x58), emptyCompressedBlock, 10_000);
        frame[frame.length - 5] |= 1;

        assertRefusedCheaply(Compression.ZSTD, frame, "");
    }

    @Test
    void lz4FramesOfLargestBlocksThatHoldNothingAreRefusedAtTheSecond() throws IOException {
        byte[] empty = lz4(new byte[0], BLOCKSIZE.SIZE_4MB);

        assertRefusedCheaply(Compression.LZ4, repeated(new byte[0], empty, 10_000), "behind the lz4 frame");
    }

    @Test
    void snappyChunkThatClaimsTwoGibibytesIsNotAllocated() {
        for (int claim : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1}) {
            byte[] compressedSize = ByteBuffer.allocate(24).put(SNAPPY_HEADER).putInt(claim).array();
            assertRefusedCheaply(Compression.SNAPPY, compressedSize, "snappy chunk of " + claim + " bytes");
        }
        byte[] twoGib = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07, 0, 'x'};
        byte[] almostTheBound = {(byte) 0xFF, (byte) 0xFF, 0x3F, 0, 'x'};
        for (byte[] chunk : List.of(twoGib, almostTheBound)) {
            byte[] framed = ByteBuffer.allocate(20 + chunk.length).put(SNAPPY_HEADER).putInt(chunk.length).put(chunk)
                .array();
            assertRefusedCheaply(Compression.SNAPPY, framed, "more than it can hold");
            assertRefusedCheaply(Compression.SNAPPY, chunk, "more than it can hold");
        }
    }

    @Test
    void boundIsExact() {
        ByteBuffer content = ByteBuffer.wrap(new byte[5000]);
        for (var codec : List.of(new SnappyCodec(), new Lz4Codec(), new ZstdCodec())) {
            ByteBuffer compressed = codec.compress(content);

            assertThat(codec.decompress(compressed, 5000)).isEqualTo(content);
            assertThatThrownBy(() -> codec.decompress(compressed, 4999)).isInstanceOf(InvalidBatchException.class)
                .hasMessageContaining("to more than 4999 bytes");
            assertThatThrownBy(() -> codec.decompress(compressed, 0)).isInstanceOf(InvalidBatchException.class);
        }
    }

    /** The tables of a context that has inflated something are some 50 KB of native memory. */
    @Test
    void damagedZstdFramesLeaveNoNativeMemoryBehind() {
        String text = IntStream.range(0, 600).mapToObj(Integer::toString).collect(Collectors.joining(" orders, "));
        byte[] damaged = Zstd.compress(text.getBytes());
        damaged[damaged.length / 2] ^= 1;
        ZstdCodec codec = new ZstdCodec();
        long before = ResidentMemory.sizeBytes();

        int refused = 0;
        for (int i = 0; i < 15_000; i++) {
            if (isRefused(codec, damaged)) refused++;
        }

        assertThat(refused).isEqualTo(15_000);
        assertThat(ResidentMemory.sizeBytes() - before).isLessThan(250L * MIB);
    }

    private static boolean isRefused(ZstdCodec codec, byte[] frame) {
        try {
            codec.decompress(ByteBuffer.wrap(frame), 1000);
            return false;
        } catch (InvalidBatchException refused) {
            return true;
        }
    }

    private static void assertRefusedCheaply(Compression compression, byte[] content, String message) {
        RecordBatch batch = SampleRecords.around(compression, content, 1);

        long allocated = AllocatedBytes.of(() ->
            assertThatThrownBy(() -> batch.records(LibraryCodecs.all(), MAX_BYTES))
                .isInstanceOf(InvalidBatchException.class).hasMessageContaining(message));

        assertThat(allocated).isLessThan(content.length + 6L * MAX_BYTES);
    }

    private static byte[] zstdFrame(int windowDescriptor) {
        return ByteBuffer.allocate(6).order(ByteOrder.LITTLE_ENDIAN).putInt(0xFD2FB528).put((byte) 0)
            .put((byte) windowDescriptor).array();
    }

    private static byte[] rawBlock(byte[] content) {
        int header = content.length << 3 | 1;
        return ByteBuffer.allocate(3 + content.length).put((byte) header).put((byte) (header >> 8))
            .put((byte) (header >> 16)).put(content).array();
    }

    private static byte[] lz4(byte[] content, BLOCKSIZE blockSize) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (LZ4FrameOutputStream lz4 = new LZ4FrameOutputStream(out, blockSize, FLG.Bits.BLOCK_INDEPENDENCE)) {
            lz4.write(content);
        }
        return out.toByteArray();
    }

    private static byte[] repeated(byte[] front, byte[] part, int times) {
        ByteBuffer all = ByteBuffer.allocate(front.length + part.length * times).put(front);
        for (int i = 0; i < times; i++) all.put(part);
        return all.array();
    }
}
