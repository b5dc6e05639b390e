package org.partita.wire.compression;

import java.nio.ByteBuffer;

/** Buffers of the core are read-only, and the libraries want arrays. */
final class ByteArrays {
    private ByteArrays() {
    }

    /** The bytes from the position to the limit of {@code buffer}, which stays as it is. */
    static byte[] copyOf(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(buffer.position(), copy);
        return copy;
    }
}
