package org.partita.wire.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

import java.nio.ByteBuffer;

import org.partita.core.record.Codec;
import org.partita.core.record.InvalidBatchException;

/**
 * Zstandard frames. They are inflated in one go into an array of the size that their blocks can fill at most, so no
 * window is allocated, whatever a frame declares; streaming would allocate one of up to 128 MiB.
 */
final class ZstdCodec implements Codec {
    private static final int FIRST_GUESS_RATIO = 16;

    @Override
    public ByteBuffer compress(ByteBuffer records) {
        return ByteBuffer.wrap(Zstd.compress(ByteArrays.copyOf(records), Zstd.defaultCompressionLevel()));
    }

    @Override
    public ByteBuffer decompress(ByteBuffer compressed, int maxBytes) {
        byte[] frames = ByteArrays.copyOf(compressed);
        long mayHold = new ZstdFrames(frames).maxContentBytes();
        int capacity = (int) Math.min(mayHold, maxBytes);
        // A block may hold 128 KiB, and most batches are much smaller than one.
        int guess = (int) Math.min(capacity, (long) FIRST_GUESS_RATIO * frames.length);
        try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
            return guess < capacity ? inflate(context, frames, guess, capacity)
                : inflate(context, frames, capacity);
        } catch (ZstdException e) {
            if (isTooSmall(e) && mayHold > maxBytes) throw Inflated.tooLarge(maxBytes);
            throw new InvalidBatchException("zstd data is damaged: " + e.getMessage(), e);
        }
    }

    private static ByteBuffer inflate(ZstdDecompressCtx context, byte[] frames, int guess, int capacity) {
        try {
            return inflate(context, frames, guess);
        } catch (ZstdException e) {
            if (!isTooSmall(e)) throw e;
            return inflate(context, frames, capacity);
        }
    }

    private static ByteBuffer inflate(ZstdDecompressCtx context, byte[] frames, int capacity) {
        byte[] content = new byte[capacity];
        int size = context.decompressByteArray(content, 0, capacity, frames, 0, frames.length);
        return ByteBuffer.wrap(content, 0, size).slice();
    }

    private static boolean isTooSmall(ZstdException e) {
        return e.getErrorCode() == Zstd.errDstSizeTooSmall();
    }
}
