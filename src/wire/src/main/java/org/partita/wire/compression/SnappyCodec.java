package org.partita.wire.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

import org.partita.core.record.Codec;
import org.partita.core.record.InvalidBatchException;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyOutputStream;

/**
 * Snappy in the framing that Java clients of Kafka write: a header of 16 bytes (magic, version i32, compatible version
 * i32), then chunks, each with its size i32 in front. A header may come again between chunks. Without a header all is
 * one chunk without a size, as other clients write it.
 */
final class SnappyCodec implements Codec {
    private static final long MAGIC = 0x82534e4150505900L;
    private static final int HEADER_BYTES = 16;
    private static final int OLDEST_VERSION = 1;
    /** A chunk of bytes holds at most so many times as many: no element of three bytes stands for more than 64. */
    private static final int MAX_RATIO = 22;

    @Override
    public ByteBuffer compress(ByteBuffer records) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(HEADER_BYTES + records.remaining() / 2);
        try (SnappyOutputStream snappy = new SnappyOutputStream(compressed)) {
            snappy.write(ByteArrays.copyOf(records));
        } catch (IOException e) {
            throw new UncheckedIOException("a byte array was not writable", e);
        }
        return ByteBuffer.wrap(compressed.toByteArray());
    }

    @Override
    public ByteBuffer decompress(ByteBuffer compressed, int maxBytes) {
        ByteBuffer in = ByteBuffer.wrap(ByteArrays.copyOf(compressed));
        Inflated out = new Inflated(maxBytes);
        if (!headerIsNext(in)) {
            inflate(in, in.remaining(), out);
            return out.toBuffer();
        }
        while (in.hasRemaining()) {
            if (headerIsNext(in)) skipHeader(in);
            else inflate(in, chunkBytes(in), out);
        }
        return out.toBuffer();
    }

    private static boolean headerIsNext(ByteBuffer in) {
        return in.remaining() >= HEADER_BYTES && in.getLong(in.position()) == MAGIC;
    }

    private static void skipHeader(ByteBuffer in) {
        int version = in.getInt(in.position() + Long.BYTES);
        if (version < OLDEST_VERSION) {
            throw new InvalidBatchException("snappy framing of version " + version + ", at least " + OLDEST_VERSION
                + " expected");
        }
        in.position(in.position() + HEADER_BYTES);
    }

    private static int chunkBytes(ByteBuffer in) {
        if (in.remaining() < Integer.BYTES) throw new InvalidBatchException("snappy data ends early");
        int chunkBytes = in.getInt();
        if (chunkBytes < 1 || chunkBytes > in.remaining()) {
            throw new InvalidBatchException("snappy chunk of " + chunkBytes + " bytes, " + in.remaining()
                + " bytes left");
        }
        return chunkBytes;
    }

    private static void inflate(ByteBuffer in, int chunkBytes, Inflated out) {
        byte[] source = in.array();
        int position = in.position();
        try {
            int stated = Snappy.uncompressedLength(source, position, chunkBytes);
            if (stated < 0 || stated > (long) MAX_RATIO * chunkBytes) {
                throw new InvalidBatchException("snappy chunk of " + chunkBytes + " bytes states "
                    + Integer.toUnsignedLong(stated) + " inflated ones, more than it can hold");
            }
            byte[] target = out.roomFor(stated);
            out.add(Snappy.uncompress(source, position, chunkBytes, target, out.sizeBytes()));
        } catch (IOException e) {
            throw new InvalidBatchException("snappy data is damaged", e);
        }
        in.position(position + chunkBytes);
    }
}
