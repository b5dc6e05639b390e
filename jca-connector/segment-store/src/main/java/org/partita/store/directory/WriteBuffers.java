package org.partita.store.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import org.partita.store.disk.DiskFile;

/**
 * Writes the parts of an append through a few buffers outside the heap: small parts together, large ones in steps that
 * stay in the cache of a processor. Thread-safe.
 *
 * <p>Left to itself the JDK copies each part into such a buffer as well, but keeps one as large as the largest part for
 * each thread that ever wrote.
 */
final class WriteBuffers {
    private static final int STEP_BYTES = 128 << 10;
    /** From here on a copy costs more than a call of its own. */
    private static final int UNCOPIED_BYTES = 32 << 10;
    /** More than this many at once are made and left to the garbage collector. */
    private static final int KEPT = 16;

    private final Queue<ByteBuffer> idle = new ArrayBlockingQueue<>(KEPT);

    /** Writes all remaining bytes of the parts in order; their positions stay. */
    void write(DiskFile file, long positionBytes, ByteBuffer... parts) throws IOException {
        ByteBuffer kept = idle.poll();
        ByteBuffer step = kept == null ? ByteBuffer.allocateDirect(STEP_BYTES) : kept;
        try {
            write(file, positionBytes, step.clear(), parts);
        } finally {
            idle.offer(step);
        }
    }

    private static void write(DiskFile file, long positionBytes, ByteBuffer step, ByteBuffer... parts)
        throws IOException {
        long position = positionBytes;
        for (ByteBuffer part : parts) {
            ByteBuffer rest = part.duplicate();
            while (rest.hasRemaining()) {
                if (rest.isDirect() && rest.remaining() >= UNCOPIED_BYTES) {
                    position = drain(file, flush(file, position, step), rest);
                } else {
                    fill(step, rest);
                    if (!step.hasRemaining()) position = flush(file, position, step);
                }
            }
        }
        flush(file, position, step);
    }

    private static void fill(ByteBuffer step, ByteBuffer rest) {
        int count = Math.min(step.remaining(), rest.remaining());
        step.put(step.position(), rest, rest.position(), count);
        step.position(step.position() + count);
        rest.position(rest.position() + count);
    }

    private static long flush(DiskFile file, long positionBytes, ByteBuffer step) throws IOException {
        long end = drain(file, positionBytes, step.flip());
        step.clear();
        return end;
    }

    private static long drain(DiskFile file, long positionBytes, ByteBuffer source) throws IOException {
        long position = positionBytes;
        while (source.hasRemaining()) position += file.write(source, position);
        return position;
    }
}
