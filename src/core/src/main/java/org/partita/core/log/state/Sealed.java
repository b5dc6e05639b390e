package org.partita.core.log.state;

import static java.lang.System.Logger.Level.WARNING;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.CRC32C;

/** Small state between a magic number and a checksum: magic u32, format u16, content, CRC-32C u32 of all before it. */
final class Sealed {
    private static final System.Logger LOG = System.getLogger(Sealed.class.getName());
    /** 2: with leader epochs. What is written in another format is made again from the log. */
    private static final short FORMAT = 2;
    private static final int FRONT_BYTES = Integer.BYTES + Short.BYTES;
    private static final int OVERHEAD_BYTES = FRONT_BYTES + Integer.BYTES;

    private Sealed() {
    }

    /** A buffer for so much content, positioned where it begins; to be given to {@link #close}. */
    static ByteBuffer open(int magic, int contentBytes) {
        return ByteBuffer.allocate(contentBytes + OVERHEAD_BYTES).putInt(magic).putShort(FORMAT);
    }

    static ByteBuffer close(ByteBuffer filled) {
        return filled.putInt(crcOf(filled.duplicate().flip())).flip();
    }

    /** The content; empty if it is not whole or of another kind. */
    private static Optional<ByteBuffer> content(int magic, ByteBuffer sealed) {
        ByteBuffer all = sealed.slice();
        int end = all.remaining() - Integer.BYTES;
        if (end < FRONT_BYTES || all.getInt(0) != magic || all.getShort(Integer.BYTES) != FORMAT) {
            return Optional.empty();
        }
        if (crcOf(all.slice(0, end)) != all.getInt(end)) return Optional.empty();
        return Optional.of(all.slice(FRONT_BYTES, end - FRONT_BYTES));
    }

    /** What was found of a piece of state; empty if it was never written, and, with a warning, if it is damaged. */
    static <T> Optional<T> read(String subject, int magic, Optional<ByteBuffer> found,
                                Function<ByteBuffer, Optional<T>> decode) {
        if (found.isEmpty()) return Optional.empty();
        Optional<T> read = content(magic, found.get()).flatMap(decode);
        if (read.isEmpty()) {
            LOG.log(WARNING, "{0}: {1} bytes found that are damaged or of another format; what they said is made again "
                + "from the log",
                subject, found.get().remaining());
        }
        return read;
    }

    private static int crcOf(ByteBuffer content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        return (int) crc.getValue();
    }
}
