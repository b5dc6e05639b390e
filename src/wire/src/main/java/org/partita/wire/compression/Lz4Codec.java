package org.partita.wire.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import net.jpountz.xxhash.XXHashFactory;

import org.partita.core.record.Codec;

/**
 * One LZ4 frame with independent blocks of 64 KiB, as clients of Kafka write it. By the variant of the library that is
 * plain Java with checked bounds: nothing native is loaded.
 */
final class Lz4Codec implements Codec {
    private static final long UNKNOWN_SIZE = -1;
    private static final int FRAME_BYTES = 32;

    @Override
    public ByteBuffer compress(ByteBuffer records) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(FRAME_BYTES + records.remaining() / 2);
        try (LZ4FrameOutputStream lz4 = new LZ4FrameOutputStream(compressed, BLOCKSIZE.SIZE_64KB, UNKNOWN_SIZE,
                LZ4Factory.safeInstance().fastCompressor(), XXHashFactory.safeInstance().hash32(),
                FLG.Bits.BLOCK_INDEPENDENCE)) {
            lz4.write(ByteArrays.copyOf(records));
        } catch (IOException e) {
            throw new UncheckedIOException("a byte array was not writable", e);
        }
        return ByteBuffer.wrap(compressed.toByteArray());
    }

    @Override
    public ByteBuffer decompress(ByteBuffer compressed, int maxBytes) {
        return new Lz4Frame(ByteArrays.copyOf(compressed), maxBytes).inflate();
    }
}
