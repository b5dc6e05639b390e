package org.partita.core.log.state;

import static java.lang.System.Logger.Level.WARNING;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Small state between a magic number and a checksum: magic u32, format u16, content, CRC-32C u32 of all before it. */
final class Sealed {
    private static final System.Logger LOG = System.getLogger(Sealed.class.getName());
    private static final int FRONT_BYTES = Integer.BYTES + Short.BYTES;
    private static final int OVERHEAD_BYTES = FRONT_BYTES + Integer.BYTES;

    private Sealed() {
    }

    /** What was sealed in a format. */
    @FunctionalInterface
    interface Decoder<T> {
        /** @return empty if this format is not known or no log can look like this */
        Optional<T> decode(int format, ByteBuffer content);
    }

    /** A buffer for so much content, positioned where it begins; to be given to {@link #close}. */
    static ByteBuffer open(int magic, int format, int contentBytes) {
        return ByteBuffer.allocate(contentBytes + OVERHEAD_BYTES).putInt(magic).putShort((short) format);
    }

    static ByteBuffer close(ByteBuffer filled) {
        return filled.putInt(crcOf(filled.duplicate().flip())).flip();
    }

    /** Empty if it is not whole or of another kind. */
    private static <T> Optional<T> decoded(int magic, ByteBuffer sealed, Decoder<T> decoder) {
        ByteBuffer all = sealed.slice();
        int end = all.remaining() - Integer.BYTES;
        if (end < FRONT_BYTES || all.getInt(0) != magic) return Optional.empty();
        if (crcOf(all.slice(0, end)) != all.getInt(end)) return Optional.empty();
        return decoder.decode(all.getShort(Integer.BYTES), all.slice(FRONT_BYTES, end - FRONT_BYTES));
    }

    /** What was found of a piece of state; empty if it was never written, and, with a warning, if it is damaged. */
    static <T> Optional<T> read(String subject, int magic, Optional<ByteBuffer> found,
                                Decoder<T> decoder) {
        if (found.isEmpty()) return Optional.empty();
        Optional<T> read = decoded(magic, found.get(), decoder);
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
