package org.partita.web.http;

import static java.util.Objects.requireNonNull;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decompresses a gzip body (RFC 1952) and accepts nothing but one: members to the last byte, each whole.
 *
 * <p>{@link java.util.zip.GZIPInputStream} ignores what follows the last member, and ends early if the rest has not
 * arrived. Not thread-safe.
 */
final class GzipBody extends InputStream {
    private static final int BUFFER_BYTES = 8 << 10;
    private static final int[] MAGIC_AND_METHOD = {0x1f, 0x8b, 8};
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;
    private static final int TIME_FLAGS_AND_SYSTEM_BYTES = 6;

    private final PushbackInputStream body;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int buffered;
    private boolean inMember;
    private long members;
    private boolean ended;

    GzipBody(InputStream body) {
        this.body = new PushbackInputStream(requireNonNull(body, "body"), BUFFER_BYTES);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** @throws ZipException or {@link EOFException} if the body is not gzip, damaged, cut or followed by other bytes */
    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) return 0;
        while (!ended) {
            if (!inMember) beginMember();
            int count = inflate(target, offset, length);
            checksum.update(target, offset, count);
            if (inflater.finished()) endMember();
            if (count > 0) return count;
        }
        return -1;
    }

    /** Gives back what lies outside of the heap; the body stays open. */
    void end() {
        inflater.end();
    }

    @Override
    public void close() throws IOException {
        end();
        body.close();
    }

    private int inflate(byte[] target, int offset, int length) throws IOException {
        try {
            while (true) {
                int count = inflater.inflate(target, offset, length);
                if (count > 0 || inflater.finished()) return count;
                if (inflater.needsDictionary()) throw new ZipException("a dictionary is asked for");
                fill();
            }
        } catch (DataFormatException damaged) {
            ZipException refused = new ZipException("damaged data");
            refused.initCause(damaged);
            throw refused;
        }
    }

    private void fill() throws IOException {
        buffered = body.read(buffer);
        if (buffered < 0) throw new EOFException("cut within a member");
        inflater.setInput(buffer, 0, buffered);
    }

    private void beginMember() throws IOException {
        for (int i = 0; i < MAGIC_AND_METHOD.length; i++) {
            if (number(1) == MAGIC_AND_METHOD[i]) continue;
            throw new ZipException(members == 0 ? "other bytes at its begin" : "other bytes behind its end");
        }
        int flags = (int) number(1);
        if ((flags & RESERVED) != 0) throw new ZipException("flags of another format");
        body.skipNBytes(TIME_FLAGS_AND_SYSTEM_BYTES);
        if ((flags & EXTRA) != 0) body.skipNBytes(number(2));
        if ((flags & NAME) != 0) skipText();
        if ((flags & COMMENT) != 0) skipText();
        if ((flags & HEADER_CRC) != 0) body.skipNBytes(2);
        inflater.reset();
        checksum.reset();
        inMember = true;
    }

    private void endMember() throws IOException {
        int unread = inflater.getRemaining();
        body.unread(buffer, buffered - unread, unread);
        if (number(4) != checksum.getValue()) throw new ZipException("a wrong checksum");
        if (number(4) != (inflater.getBytesWritten() & 0xffffffffL)) throw new ZipException("a wrong length");
        inMember = false;
        members++;
        int next = body.read();
        ended = next < 0;
        if (!ended) body.unread(next);
    }

    private void skipText() throws IOException {
        long next = number(1);
        while (next != 0) next = number(1);
    }

    /** Little-endian. */
    private long number(int countBytes) throws IOException {
        long number = 0;
        for (int i = 0; i < countBytes; i++) {
            int next = body.read();
            if (next < 0) throw new EOFException("cut outside the data of a member");
            number |= (long) next << (8 * i);
        }
        return number;
    }
}
