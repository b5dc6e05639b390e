package org.partita.wire.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;

import org.junit.jupiter.api.Test;
import org.partita.core.record.Codec;
import org.partita.core.record.InvalidBatchException;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;
import org.xerial.snappy.SnappyErrorCode;
import org.xerial.snappy.SnappyOutputStream;

/** What clients other than ours write, and what nobody should. */
class FramingTest {
    private static final int MAX_BYTES = 1 << 20;
    private static final byte[] CONTENT = "some content that is worth it, and so is this".repeat(50).getBytes();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void snappyIsReadWithoutFraming() throws IOException {
        assertRead(new SnappyCodec(), Snappy.compress(CONTENT), CONTENT);
    }

    @Test
    void snappyStreamsBehindEachOtherAreOneContent() throws IOException {
        for (int part : new int[] {1, 2}) {
            try (OutputStream snappy = new SnappyOutputStream(out)) {
                snappy.write(new byte[] {(byte) part});
            }
        }

        assertRead(new SnappyCodec(), out.toByteArray(), new byte[] {1, 2});
    }

    @Test
    void snappyFramingOfVersionZeroIsRefused() {
        byte[] framed = bytesOf(new SnappyCodec().compress(ByteBuffer.wrap(CONTENT)));
        framed[11] = 0;

        assertRefused(new SnappyCodec(), framed, "version 0");
    }

    @Test
    void nothingIsNoSnappyAndNoFrame() {
        assertRefused(new SnappyCodec(), new byte[0], "snappy");
        assertRefused(new Lz4Codec(), new byte[0], "lz4 data ends early");
        assertRefused(new ZstdCodec(), new byte[0], "zstd data ends early");
    }

    @Test
    void lz4IsReadWithEveryChecksumAndSize() throws IOException {
        byte[] frame = lz4(BLOCKSIZE.SIZE_256KB, CONTENT.length, FLG.Bits.BLOCK_INDEPENDENCE, FLG.Bits.BLOCK_CHECKSUM,
            FLG.Bits.CONTENT_CHECKSUM, FLG.Bits.CONTENT_SIZE);

        assertRead(new Lz4Codec(), frame, CONTENT);
        for (int position = 0; position < frame.length; position++) {
            byte[] damaged = frame.clone();
            damaged[position] ^= 1;
            assertRefused(new GuardedCodec("lz4", new Lz4Codec()), damaged, "");
        }
    }

    @Test
    void lz4ContentOfAnotherSizeThanStatedIsRefused() throws IOException {
        byte[] frame = lz4(BLOCKSIZE.SIZE_64KB, CONTENT.length + 1, FLG.Bits.BLOCK_INDEPENDENCE,
            FLG.Bits.CONTENT_SIZE);

        assertRefused(new Lz4Codec(), frame, (CONTENT.length + 1) + " stated");
    }

    @Test
    void lz4HeaderChecksumIsTheOneOfTheFormat() throws IOException {
        byte[] ours = bytesOf(new Lz4Codec().compress(ByteBuffer.wrap(CONTENT)));
        byte[] wrong = ours.clone();
        wrong[6]++;

        assertThat(ours).startsWith(0x04, 0x22, 0x4D, 0x18, 0x60, 0x40, 0x82);
        assertRefused(new Lz4Codec(), wrong, "lz4 frame header has a wrong checksum");
    }

    @Test
    void zstdIsReadWithAndWithoutStatedSizeAndInManyFrames() throws IOException {
        out.write(Zstd.compress(CONTENT));
        try (OutputStream zstd = new ZstdOutputStream(out).setChecksum(true)) {
            zstd.write(CONTENT);
        }
        byte[] twice = new byte[2 * CONTENT.length];
        System.arraycopy(CONTENT, 0, twice, 0, CONTENT.length);
        System.arraycopy(CONTENT, 0, twice, CONTENT.length, CONTENT.length);

        assertRead(new ZstdCodec(), out.toByteArray(), twice);
    }

    @Test
    void zstdFramesThatAreNoneAreRefused() {
        byte[] frame = Zstd.compress(CONTENT);
        byte[] skippable = {0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0};
        byte[] withDictionary = frame.clone();
        withDictionary[4] |= 1;

        assertRefused(new ZstdCodec(), skippable, "no zstd frame");
        assertRefused(new ZstdCodec(), withDictionary, "descriptor");
    }

    @Test
    void whatALibraryThrowsIsAnInvalidBatch() {
        Codec failing = new GuardedCodec("fragile", new Failing(new ArrayIndexOutOfBoundsException("7")));

        assertRefused(failing, CONTENT, "fragile data is damaged");
    }

    @Test
    void libraryThatCannotBeLoadedIsTheFaultOfNoBatch() {
        Codec unloadable = new GuardedCodec("zstd", new Failing(new UnsatisfiedLinkError("no room in /tmp")));

        assertThatThrownBy(() -> unloadable.decompress(ByteBuffer.wrap(CONTENT), MAX_BYTES))
            .isInstanceOf(org.partita.storage.StorageException.class)
            .hasMessageContaining("zstd cannot be used").hasMessageContaining("no room in /tmp");
        assertThatThrownBy(() -> unloadable.compress(ByteBuffer.wrap(CONTENT)))
            .isInstanceOf(org.partita.storage.StorageException.class);
    }

    @Test
    void snappyThatHasNoNativeLibraryForThisMachineIsTheFaultOfNoBatch() {
        SnappyError missing = new SnappyError(SnappyErrorCode.FAILED_TO_LOAD_NATIVE_LIBRARY, "none for this machine");
        Codec unloadable = new GuardedCodec("snappy", new Failing(missing));

        assertThatThrownBy(() -> unloadable.decompress(ByteBuffer.wrap(CONTENT), MAX_BYTES))
            .isInstanceOf(org.partita.storage.StorageException.class)
            .hasMessageContaining("snappy cannot be used").hasMessageContaining("none for this machine");
        assertThatThrownBy(() -> unloadable.compress(ByteBuffer.wrap(CONTENT)))
            .isInstanceOf(org.partita.storage.StorageException.class);
    }

    private byte[] lz4(BLOCKSIZE blockSize, long statedSize, FLG.Bits... flags) throws IOException {
        try (OutputStream lz4 = new LZ4FrameOutputStream(out, blockSize, statedSize, flags)) {
            lz4.write(CONTENT);
        }
        return out.toByteArray();
    }

    private static void assertRead(Codec codec, byte[] compressed, byte[] content) {
        assertThat(codec.decompress(ByteBuffer.wrap(compressed).asReadOnlyBuffer(), MAX_BYTES))
            .isEqualTo(ByteBuffer.wrap(content));
    }

    private static void assertRefused(Codec codec, byte[] compressed, String message) {
        assertThatThrownBy(() -> codec.decompress(ByteBuffer.wrap(compressed), MAX_BYTES))
            .isInstanceOf(InvalidBatchException.class).hasMessageContaining(message);
    }

    private static byte[] bytesOf(ByteBuffer buffer) {
        return ByteArrays.copyOf(buffer);
    }

    /** A codec whose library does nothing but fail. */
    private record Failing(Throwable failure) implements Codec {
        @Override
        public ByteBuffer compress(ByteBuffer records) {
            throw sneaky(failure);
        }

        @Override
        public ByteBuffer decompress(ByteBuffer compressed, int maxBytes) {
            throw sneaky(failure);
        }

        private static RuntimeException sneaky(Throwable failure) {
            if (failure instanceof Error error) throw error;
            return (RuntimeException) failure;
        }
    }
}
