package org.partita.wire.records;

import java.nio.ByteBuffer;

import org.partita.core.record.BatchHeader;

/**
 * Follows stored batches, in pieces, up to the first one that does not begin where the one before it ends, or does not
 * come to its end. Base offsets are outside of the checksums, so whoever gets such a batch would pass over messages and
 * not know it.
 */
final class BatchSequence {
    /** What has to be in one piece of each batch. */
    static final int NEEDED_BYTES = BatchHeader.LAST_OFFSET_DELTA_POSITION + Integer.BYTES;
    private static final long ANY = -1;

    private final int lengthBytes;
    /** Behind the last header, and before it: its batch counts when all of it was there. */
    private long expectedOffset = ANY;
    private long offsetBefore = ANY;
    private int endBytes;
    private int endBefore;
    private int seenBytes;
    private boolean broken;

    /** @param lengthBytes of all that is to be followed */
    BatchSequence(int lengthBytes) {
        this.lengthBytes = lengthBytes;
    }

    /**
     * Looks at a piece.
     *
     * @param positionBytes where it begins: at 0, or where this was told to go on
     * @return where the next piece has to begin; the same place if no piece can help
     */
    int follow(ByteBuffer piece, int positionBytes) {
        int pieceEnd = positionBytes + piece.remaining();
        seenBytes = pieceEnd;
        while (!broken && endBytes < lengthBytes && endBytes + NEEDED_BYTES <= pieceEnd) {
            follow(piece, piece.position() + endBytes - positionBytes, lengthBytes - endBytes);
        }
        return broken ? positionBytes : Math.min(pieceEnd, endBytes);
    }

    private void follow(ByteBuffer piece, int header, int leftBytes) {
        long baseOffset = piece.getLong(header);
        int sizeBytes = BatchHeader.LENGTH_END + piece.getInt(header + BatchHeader.LENGTH_POSITION);
        boolean follows = expectedOffset == ANY || baseOffset == expectedOffset;
        boolean whole = sizeBytes >= BatchHeader.SIZE_BYTES && sizeBytes <= leftBytes;
        broken = !follows || !whole;
        if (broken) return;
        offsetBefore = expectedOffset;
        endBefore = endBytes;
        expectedOffset = baseOffset + piece.getInt(header + BatchHeader.LAST_OFFSET_DELTA_POSITION) + 1;
        endBytes += sizeBytes;
    }

    /** Behind the last of the good batches. */
    long nextOffset() {
        return seenBytes >= endBytes ? expectedOffset : offsetBefore;
    }

    /** Of the batches that follow one another and were all there. */
    int goodBytes() {
        return seenBytes >= endBytes ? endBytes : endBefore;
    }
}
