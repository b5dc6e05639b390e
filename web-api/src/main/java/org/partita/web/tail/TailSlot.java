package org.partita.web.tail;

import static java.util.Objects.requireNonNull;

import org.partita.core.execution.Budget;

/** What one tail takes of what there is for all; given back when its answer and its last fetch have ended. */
final class TailSlot {
    private final Budget bytes;
    private final Runnable answerEnd;
    private final Runnable givenBack;
    private int fetches;
    private long pageBytes;
    private boolean closed;
    private boolean answerEnded;

    /**
     * @param answerEnd ends the answer and calls {@link #answerEnded} afterwards, on the loop of the tail
     * @param givenBack runs once
     */
    TailSlot(Budget bytes, Runnable answerEnd, Runnable givenBack) {
        this.bytes = requireNonNull(bytes, "bytes");
        this.answerEnd = requireNonNull(answerEnd, "answerEnd");
        this.givenBack = requireNonNull(givenBack, "givenBack");
    }

    /**
     * Reserves room for a page before it is read.
     *
     * @return false if all tails together hold too much
     */
    boolean tryBeginPage(long sizeBytes) {
        if (!bytes.tryReserve(sizeBytes)) return false;
        pageBytes += sizeBytes;
        return true;
    }

    /** The page was read, and has this size: a single message may be larger than a page. */
    void growPage(long sizeBytes) {
        long more = Math.max(0, sizeBytes - pageBytes);
        bytes.reserve(more);
        pageBytes += more;
    }

    void pageDone() {
        bytes.release(pageBytes);
        pageBytes = 0;
    }

    void fetchBegun() {
        fetches++;
    }

    void fetchEnded() {
        fetches--;
        giveBackIfOver();
    }

    void close() {
        if (closed) throw new IllegalStateException("closed twice");
        closed = true;
        pageDone();
        answerEnd.run();
    }

    void answerEnded() {
        answerEnded = true;
        giveBackIfOver();
    }

    private void giveBackIfOver() {
        if (answerEnded && fetches == 0) givenBack.run();
    }
}
