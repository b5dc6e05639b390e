package org.partita.wire.compression;

import java.nio.ByteBuffer;
import java.util.Arrays;

import org.partita.core.record.InvalidBatchException;

/** What was decompressed so far, within a bound. */
final class Inflated {
    private static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 64;

    private final int maxBytes;
    private byte[] content = new byte[0];
    private int sizeBytes;

    Inflated(int maxBytes) {
        this.maxBytes = Math.min(maxBytes, MAX_ARRAY_BYTES);
    }

    static InvalidBatchException tooLarge(int maxBytes) {
        return new InvalidBatchException("records inflate to more than " + maxBytes + " bytes");
    }

    /** How many bytes may still come. */
    int restBytes() {
        return maxBytes - sizeBytes;
    }

    int sizeBytes() {
        return sizeBytes;
    }

    /** Makes room for so many more bytes from {@link #sizeBytes} on; the array changes with it. */
    byte[] roomFor(int bytes) {
        if (bytes > restBytes()) throw tooLarge(maxBytes);
        int needed = sizeBytes + bytes;
        if (needed > content.length) {
            content = Arrays.copyOf(content, (int) Math.min(maxBytes, Math.max(needed, 2L * content.length)));
        }
        return content;
    }

    /** So many bytes were written into the room. */
    void add(int bytes) {
        sizeBytes += bytes;
    }

    ByteBuffer toBuffer() {
        return ByteBuffer.wrap(content, 0, sizeBytes).slice();
    }
}
