package org.partita.wire.records;

import java.nio.ByteBuffer;

import org.partita.core.record.BatchHeader;

/**
 * Follows stored batches, in pieces, up to the first one that does not begin where the one before it ends. Base offsets
 * are outside of the checksums, so whoever gets such a batch would pass over messages and not know it.
 */
final class BatchSequence {
    /** What has to be in one piece of each batch. */
    static final int NEEDED_BYTES = BatchHeader.LAST_OFFSET_DELTA_POSITION + Integer.BYTES;
    private static final long ANY = -1;

    private final int lengthBytes;
    private long expectedOffset = ANY;
    private int endBytes;
    private boolean broken;

    /** @param lengthBytes of all that is to be followed */
    BatchSequence(int lengthBytes) {
        this.lengthBytes = lengthBytes;
    }

    /**
     * Looks at a piece.
     *
     * @param positionBytes where it begins: at 0, or where this was told to go on
     * @return where the next piece has to begin
     */
    int follow(ByteBuffer piece, int positionBytes) {
        int pieceEnd = positionBytes + piece.remaining();
        while (!broken && endBytes < lengthBytes && endBytes + NEEDED_BYTES <= pieceEnd) {
            follow(piece, piece.position() + endBytes - positionBytes, lengthBytes - endBytes);
        }
        return broken ? pieceEnd : Math.min(pieceEnd, endBytes);
    }

    private void follow(ByteBuffer piece, int header, int leftBytes) {
        long baseOffset = piece.getLong(header);
        int sizeBytes = BatchHeader.LENGTH_END + piece.getInt(header + BatchHeader.LENGTH_POSITION);
        boolean follows = expectedOffset == ANY || baseOffset == expectedOffset;
        boolean whole = sizeBytes >= BatchHeader.SIZE_BYTES && sizeBytes <= leftBytes;
        broken = !follows || !whole || leftBytes - sizeBytes > 0 && leftBytes - sizeBytes < NEEDED_BYTES;
        if (broken) return;
        expectedOffset = baseOffset + piece.getInt(header + BatchHeader.LAST_OFFSET_DELTA_POSITION) + 1;
        endBytes += sizeBytes;
    }

    /** Behind the last batch of those that follow one another. */
    long nextOffset() {
        return expectedOffset;
    }

    /** Of the batches that follow one another, as far as is known. */
    int goodBytes() {
        return broken ? endBytes : lengthBytes;
    }
}
