package org.partita.wire.compression;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import org.partita.core.record.InvalidBatchException;

/** Walks over zstd frames (RFC 8878, 3.1.1) without inflating them. Nothing but frames may be there. */
final class ZstdFrames {
    private static final int MAGIC = 0xFD2FB528;
    private static final int MAX_BLOCK_BYTES = 128 << 10;
    private static final int BLOCK_HEADER_BYTES = 3;
    private static final int SINGLE_SEGMENT_FLAG = 0x20;
    private static final int RESERVED_FLAG = 0x08;
    private static final int CHECKSUM_FLAG = 0x04;
    private static final int DICTIONARY_MASK = 0x03;
    private static final int RAW = 0;
    private static final int REPEATED = 1;
    private static final int COMPRESSED = 2;

    private final ByteBuffer in;

    ZstdFrames(byte[] frames) {
        this.in = ByteBuffer.wrap(frames).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * How many bytes the frames hold at most.
     *
     * @throws InvalidBatchException if anything else than whole frames is there, or a dictionary is asked for
     */
    long maxContentBytes() {
        long total = 0;
        do {
            total += frame();
        } while (in.hasRemaining());
        return total;
    }

    private long frame() {
        need(Integer.BYTES + 1);
        if (in.getInt() != MAGIC) throw new InvalidBatchException("no zstd frame where one is expected");
        int descriptor = in.get() & 0xFF;
        if ((descriptor & RESERVED_FLAG) != 0 || (descriptor & DICTIONARY_MASK) != 0) {
            throw new InvalidBatchException(String.format("zstd frame of descriptor 0x%02x, which is not read here",
                descriptor));
        }
        skip(headerRestBytes(descriptor));
        long total = 0;
        boolean last = false;
        while (!last) {
            need(BLOCK_HEADER_BYTES);
            int header = (in.getShort() & 0xFFFF) | (in.get() & 0xFF) << 16;
            last = (header & 1) != 0;
            total += block(header >>> 1 & 3, header >>> 3);
        }
        if ((descriptor & CHECKSUM_FLAG) != 0) skip(Integer.BYTES);
        return total;
    }

    /** Window, unless all is one segment, and content size; the library checks both against the blocks. */
    private static int headerRestBytes(int descriptor) {
        boolean singleSegment = (descriptor & SINGLE_SEGMENT_FLAG) != 0;
        int sizeFlag = descriptor >> 6;
        int contentSizeBytes = sizeFlag == 0 ? (singleSegment ? 1 : 0) : 1 << sizeFlag;
        return contentSizeBytes + (singleSegment ? 0 : 1);
    }

    private int block(int type, int size) {
        if (size > MAX_BLOCK_BYTES) {
            throw new InvalidBatchException("zstd block of " + size + " bytes, at most " + MAX_BLOCK_BYTES
                + " expected");
        }
        switch (type) {
            case RAW -> skip(size);
            case REPEATED -> skip(1);
            case COMPRESSED -> skip(size);
            default -> throw new InvalidBatchException("zstd block of type " + type + ", at most " + COMPRESSED
                + " expected");
        }
        return type == COMPRESSED ? MAX_BLOCK_BYTES : size;
    }

    private void skip(int bytes) {
        need(bytes);
        in.position(in.position() + bytes);
    }

    private void need(int bytes) {
        if (in.remaining() < bytes) throw new InvalidBatchException("zstd data ends early");
    }
}
