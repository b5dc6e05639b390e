package org.partita.store.directory;

/** History of cuts of one segment file, as far as slices still remember it. One writer, many readers. */
final class SegmentCuts {
    private volatile Mark last = new Mark(Long.MAX_VALUE);

    /** To be called before the cut, so that who reads bytes of after it also sees it here. */
    void cut(long sizeBytes) {
        Mark mark = new Mark(sizeBytes);
        last.next = mark;
        last = mark;
    }

    Mark now() {
        return last;
    }

    /** A moment in the history. */
    static final class Mark {
        private final long sizeBytes;
        private volatile Mark next;

        private Mark(long sizeBytes) {
            this.sizeBytes = sizeBytes;
        }

        boolean wasCutSince(long endBytes) {
            for (Mark mark = next; mark != null; mark = mark.next) {
                if (mark.sizeBytes < endBytes) return true;
            }
            return false;
        }
    }
}
