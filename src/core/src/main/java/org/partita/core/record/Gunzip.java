package org.partita.core.record;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Bounded decompression of gzip (RFC 1952). Unlike the stream of the JDK it refuses bytes behind the last member.
 *
 * <p>Holds at most twice the bytes inflated so far, and those are at most the bound plus one.
 */
final class Gunzip {
    private static final int FIXED_HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int MAGIC = 0x8b1f;
    private static final int DEFLATE = 8;
    private static final int HEADER_CRC_FLAG = 0x02;
    private static final int EXTRA_FLAG = 0x04;
    private static final int NAME_FLAG = 0x08;
    private static final int COMMENT_FLAG = 0x10;
    private static final int RESERVED_FLAGS = 0xE0;
    private static final int FIRST_CAPACITY_BYTES = 4096;
    private static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 64;

    private final ByteBuffer in;
    private final int maxBytes;
    private byte[] out;
    private int sizeBytes;

    private Gunzip(ByteBuffer in, int maxBytes) {
        this.in = in.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.maxBytes = Math.min(maxBytes, MAX_ARRAY_BYTES);
        this.out = new byte[Math.min(FIRST_CAPACITY_BYTES, this.maxBytes + 1)];
    }

    /** @throws InvalidBatchException if this is not gzip, damaged, or inflates to more than {@code maxBytes} */
    static ByteBuffer inflate(ByteBuffer gzip, int maxBytes) {
        Gunzip gunzip = new Gunzip(gzip, maxBytes);
        Inflater inflater = new Inflater(true);
        try {
            do {
                gunzip.skipHeader();
                gunzip.inflateMember(inflater);
                inflater.reset();
            } while (gunzip.in.hasRemaining());
        } catch (DataFormatException e) {
            throw new InvalidBatchException("gzip data is damaged", e);
        } finally {
            inflater.end();
        }
        return ByteBuffer.wrap(gunzip.out, 0, gunzip.sizeBytes).slice();
    }

    private void skipHeader() {
        need(FIXED_HEADER_BYTES);
        int start = in.position();
        int magic = in.getShort(start) & 0xFFFF;
        int flags = in.get(start + 3) & 0xFF;
        if (magic != MAGIC || in.get(start + 2) != DEFLATE || (flags & RESERVED_FLAGS) != 0) {
            throw new InvalidBatchException("no gzip header where one is expected");
        }
        in.position(start + FIXED_HEADER_BYTES);
        if ((flags & EXTRA_FLAG) != 0) {
            need(Short.BYTES);
            skip(in.getShort() & 0xFFFF);
        }
        if ((flags & NAME_FLAG) != 0) skipText();
        if ((flags & COMMENT_FLAG) != 0) skipText();
        if ((flags & HEADER_CRC_FLAG) != 0) skip(Short.BYTES);
    }

    private void inflateMember(Inflater inflater) throws DataFormatException {
        int start = sizeBytes;
        inflater.setInput(in);
        while (!inflater.finished()) {
            if (sizeBytes == out.length) grow();
            int inflated = inflater.inflate(out, sizeBytes, out.length - sizeBytes);
            sizeBytes += inflated;
            if (sizeBytes > maxBytes) {
                throw new InvalidBatchException("records inflate to more than " + maxBytes + " bytes");
            }
            if (inflated == 0 && !inflater.finished()) throw new InvalidBatchException("gzip data ends early");
        }
        need(TRAILER_BYTES);
        CRC32 crc = new CRC32();
        crc.update(out, start, sizeBytes - start);
        if (in.getInt() != (int) crc.getValue() || in.getInt() != sizeBytes - start) {
            throw new InvalidBatchException("gzip data does not match its own checksum");
        }
    }

    private void grow() {
        int capacity = (int) Math.min(2L * out.length, maxBytes + 1L);
        out = Arrays.copyOf(out, capacity);
    }

    private void skipText() {
        do {
            need(1);
        } while (in.get() != 0);
    }

    private void skip(int bytes) {
        need(bytes);
        in.position(in.position() + bytes);
    }

    private void need(int bytes) {
        if (in.remaining() < bytes) throw new InvalidBatchException("gzip data ends early");
    }
}
