package org.partita.web.tail;

import static java.util.Objects.requireNonNull;

import org.partita.core.execution.Budget;

/**
 * What one tail takes of what there is for all; given back when its answer and its last fetch have ended. Belongs to
 * the loop of the tail, but for what says otherwise.
 */
final class TailSlot {
    private final Budget bytes;
    private final Runnable givenBack;
    private int fetches;
    private long heldBytes;
    private boolean closed;

    /**
     * @param bytes of messages and their events that all tails hold
     * @param givenBack runs once
     */
    TailSlot(Budget bytes, Runnable givenBack) {
        this.bytes = requireNonNull(bytes, "bytes");
        this.givenBack = requireNonNull(givenBack, "givenBack");
    }

    /** Whether it is worth while to read so much. */
    boolean hasRoom(long sizeBytes) {
        long used = bytes.used();
        return used == 0 || used + sizeBytes <= bytes.limit();
    }

    /** By any thread: reserves what was read, to be {@link #take taken} or {@link #release released}. */
    boolean tryReserve(long sizeBytes) {
        return bytes.tryReserve(sizeBytes);
    }

    /** What was reserved belongs to the tail. */
    void take(long reservedBytes) {
        heldBytes += reservedBytes;
    }

    void release(long reservedBytes) {
        bytes.release(reservedBytes);
    }

    /** From now on the tail holds so much in all. @return false, and nothing is changed, if there is no room for it */
    boolean tryHold(long totalBytes) {
        if (totalBytes > heldBytes && !bytes.tryReserve(totalBytes - heldBytes)) return false;
        if (totalBytes < heldBytes) bytes.release(heldBytes - totalBytes);
        heldBytes = totalBytes;
        return true;
    }

    void holdNothing() {
        bytes.release(heldBytes);
        heldBytes = 0;
    }

    void fetchBegun() {
        fetches++;
    }

    void fetchEnded() {
        fetches--;
        giveBackIfOver();
    }

    /** The answer has ended. */
    void close() {
        if (closed) throw new IllegalStateException("closed twice");
        closed = true;
        holdNothing();
        giveBackIfOver();
    }

    private void giveBackIfOver() {
        if (closed && fetches == 0) givenBack.run();
    }
}
