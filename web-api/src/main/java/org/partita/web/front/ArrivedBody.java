package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;

import org.partita.core.execution.Budget;

/**
 * The bytes of a body that are here, accounted for in a budget until they are read.
 *
 * <p>Guarded by its monitor: a deadline may close it while bytes arrive. Never calls out while it holds that.
 */
final class ArrivedBody extends InputStream {
    static final String ATTRIBUTE = ArrivedBody.class.getName();

    private static final int FIRST_CHUNK_BYTES = 1 << 10;
    private static final int LARGEST_CHUNK_BYTES = 64 << 10;

    private final Budget budget;
    private final Deque<Chunk> chunks = new ArrayDeque<>();
    private long arrivedBytes;
    private boolean closed;

    ArrivedBody(Budget budget) {
        this.budget = requireNonNull(budget, "budget");
    }

    synchronized long arrivedBytes() {
        return arrivedBytes;
    }

    /** Keeps a copy of the bytes. @return false if there is no room for all of them, or the body is closed */
    synchronized boolean append(byte[] bytes, int count) {
        int done = 0;
        while (done < count) {
            Chunk last = chunks.peekLast();
            if (last == null || last.room() == 0) last = grown(last);
            if (last == null) return false;
            done += last.put(bytes, done, count - done);
        }
        arrivedBytes += count;
        return true;
    }

    @Override
    public synchronized int read(byte[] target, int offset, int length) {
        if (length == 0) return 0;
        Chunk first = chunks.peekFirst();
        if (first == null) return -1;
        int count = first.take(target, offset, length);
        if (first.isEmpty()) {
            chunks.removeFirst();
            budget.release(first.sizeBytes());
        }
        return count;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int available() {
        return chunks.stream().mapToInt(Chunk::unread).sum();
    }

    /** Forgets what was not read. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        chunks.forEach(chunk -> budget.release(chunk.sizeBytes()));
        chunks.clear();
    }

    /** @return null if there is no room */
    private Chunk grown(Chunk last) {
        int sizeBytes = last == null ? FIRST_CHUNK_BYTES : Math.min(LARGEST_CHUNK_BYTES, 2 * last.sizeBytes());
        if (closed || !budget.tryReserve(sizeBytes)) return null;
        Chunk next = new Chunk(sizeBytes);
        chunks.addLast(next);
        return next;
    }

    /** Bytes that were written and not read. */
    private static final class Chunk {
        private final byte[] bytes;
        private int written;
        private int read;

        Chunk(int sizeBytes) {
            bytes = new byte[sizeBytes];
        }

        int sizeBytes() {
            return bytes.length;
        }

        int room() {
            return bytes.length - written;
        }

        int unread() {
            return written - read;
        }

        /** Nothing is left to read, and the writing has moved on or ended. */
        boolean isEmpty() {
            return unread() == 0;
        }

        int put(byte[] source, int offset, int length) {
            int count = Math.min(length, room());
            System.arraycopy(source, offset, bytes, written, count);
            written += count;
            return count;
        }

        int take(byte[] target, int offset, int length) {
            int count = Math.min(length, unread());
            System.arraycopy(bytes, read, target, offset, count);
            read += count;
            return count;
        }
    }
}
