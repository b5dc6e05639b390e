package org.partita.wire.compression;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

import org.partita.core.record.InvalidBatchException;

/**
 * Bounded reading of exactly one frame of the LZ4 frame format 1.6. The stream of the library allocates the largest
 * block that a header states, for each frame anew.
 */
final class Lz4Frame {
    private static final int MAGIC = 0x184D2204;
    private static final int VERSION_MASK = 0xC0;
    private static final int VERSION_1 = 0x40;
    private static final int INDEPENDENT_FLAG = 0x20;
    private static final int BLOCK_CHECKSUM_FLAG = 0x10;
    private static final int CONTENT_SIZE_FLAG = 0x08;
    private static final int CONTENT_CHECKSUM_FLAG = 0x04;
    /** Of the flags, and a dictionary, which nobody here has. */
    private static final int REFUSED_FLAGS = 0x03;
    private static final int RESERVED_SIZE_BITS = 0x8F;
    private static final int SMALLEST_BLOCK_SIZE = 4;
    private static final int STORED_BIT = 0x80000000;
    /** A block of bytes holds at most so many times as many. */
    private static final int MAX_RATIO = 255;

    private final ByteBuffer in;
    private final int maxBytes;
    private final Inflated out;
    private final XXHash32 hash = XXHashFactory.safeInstance().hash32();
    private final LZ4SafeDecompressor decompressor = LZ4Factory.safeInstance().safeDecompressor();

    Lz4Frame(byte[] frame, int maxBytes) {
        this.in = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
        this.maxBytes = maxBytes;
        this.out = new Inflated(maxBytes);
    }

    /** @throws InvalidBatchException if this is no such frame, damaged, or inflates to more than the bound */
    ByteBuffer inflate() {
        need(Integer.BYTES + 2);
        if (in.getInt() != MAGIC) throw new InvalidBatchException("no lz4 frame where one is expected");
        int start = in.position();
        int flags = in.get() & 0xFF;
        int blockBytes = blockBytes(flags, in.get() & 0xFF);
        long contentBytes = (flags & CONTENT_SIZE_FLAG) == 0 ? -1 : contentBytes();
        need(1);
        int headerHash = hash.hash(in.array(), start, in.position() - start, 0) >>> 8 & 0xFF;
        if ((in.get() & 0xFF) != headerHash) throw new InvalidBatchException("lz4 frame header has a wrong checksum");
        boolean more = true;
        while (more) more = block(blockBytes, flags);
        checkEnd(flags, contentBytes);
        return out.toBuffer();
    }

    private static int blockBytes(int flags, int sizeByte) {
        int size = sizeByte >> 4;
        if ((flags & VERSION_MASK) != VERSION_1 || (flags & REFUSED_FLAGS) != 0 || (flags & INDEPENDENT_FLAG) == 0
                || (sizeByte & RESERVED_SIZE_BITS) != 0 || size < SMALLEST_BLOCK_SIZE) {
            throw new InvalidBatchException(String.format("lz4 frame of flags 0x%02x 0x%02x, which is not read here",
                flags, sizeByte));
        }
        return 1 << 2 * size + 8;
    }

    private long contentBytes() {
        need(Long.BYTES);
        long contentBytes = in.getLong();
        if (contentBytes < 0 || contentBytes > maxBytes) throw Inflated.tooLarge(maxBytes);
        return contentBytes;
    }

    /** @return false at the mark behind the last block */
    private boolean block(int maxBlockBytes, int flags) {
        need(Integer.BYTES);
        int size = in.getInt();
        if (size == 0) return false;
        int storedBytes = size & ~STORED_BIT;
        if (storedBytes > maxBlockBytes) {
            throw new InvalidBatchException("lz4 block of " + storedBytes + " bytes, at most " + maxBlockBytes
                + " expected");
        }
        need(storedBytes);
        int position = in.position();
        in.position(position + storedBytes);
        if ((flags & BLOCK_CHECKSUM_FLAG) != 0) checkHash(in.array(), position, storedBytes);
        if ((size & STORED_BIT) != 0) {
            byte[] target = out.roomFor(storedBytes);
            System.arraycopy(in.array(), position, target, out.sizeBytes(), storedBytes);
            out.add(storedBytes);
        } else {
            inflate(position, storedBytes, maxBlockBytes);
        }
        return true;
    }

    private void inflate(int position, int storedBytes, int maxBlockBytes) {
        int mayHold = (int) Math.min(maxBlockBytes, (long) MAX_RATIO * storedBytes);
        int room = Math.min(mayHold, out.restBytes());
        try {
            out.add(decompressor.decompress(in.array(), position, storedBytes, out.roomFor(room), out.sizeBytes(),
                room));
        } catch (LZ4Exception e) {
            throw new InvalidBatchException(room < mayHold ? "lz4 data is damaged or inflates to more than " + maxBytes
                + " bytes" : "lz4 data is damaged", e);
        }
    }

    private void checkEnd(int flags, long contentBytes) {
        byte[] content = out.toBuffer().array();
        if ((flags & CONTENT_CHECKSUM_FLAG) != 0) checkHash(content, 0, out.sizeBytes());
        if (contentBytes >= 0 && contentBytes != out.sizeBytes()) {
            throw new InvalidBatchException("lz4 content of " + out.sizeBytes() + " bytes, " + contentBytes
                + " stated");
        }
        if (in.hasRemaining()) {
            throw new InvalidBatchException(in.remaining() + " bytes found behind the lz4 frame");
        }
    }

    private void checkHash(byte[] bytes, int position, int sizeBytes) {
        need(Integer.BYTES);
        if (in.getInt() != hash.hash(bytes, position, sizeBytes, 0)) {
            throw new InvalidBatchException("lz4 data does not match its own checksum");
        }
    }

    private void need(int bytes) {
        if (in.remaining() < bytes) throw new InvalidBatchException("lz4 data ends early");
    }
}
