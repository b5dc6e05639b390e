package org.partita.core.metadata;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A byte buffer to write to that makes room for itself. Big-endian. */
final class GrowingBuffer {
    private static final int FIRST_BYTES = 1024;
    private static final int MAX_TEXT_BYTES = 0xffff;

    private ByteBuffer buffer = ByteBuffer.allocate(FIRST_BYTES);

    void putShort(short value) {
        room(Short.BYTES).putShort(value);
    }

    void putInt(int value) {
        room(Integer.BYTES).putInt(value);
    }

    void putLong(long value) {
        room(Long.BYTES).putLong(value);
    }

    void putUuid(UUID value) {
        putLong(value.getMostSignificantBits());
        putLong(value.getLeastSignificantBits());
    }

    void putText(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_TEXT_BYTES) throw new IllegalArgumentException("text of " + bytes.length + " bytes");
        putShort((short) bytes.length);
        room(bytes.length).put(bytes);
    }

    /** What was written so far, as a read-only view. */
    ByteBuffer written() {
        return buffer.duplicate().flip().asReadOnlyBuffer();
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int needed = Math.addExact(buffer.position(), bytes);
            ByteBuffer larger = ByteBuffer.allocate(Math.max(needed, Math.multiplyExact(buffer.capacity(), 2)));
            buffer = larger.put(buffer.flip());
        }
        return buffer;
    }
}
