package org.partita.core.record;

/**
 * How the records of a batch are compressed; the id is the one in the batch's attributes.
 *
 * <p>Batches of every kind named here are stored and served verbatim; which can be encoded and decoded is up to the
 * {@link Codecs} at hand.
 */
public enum Compression {
    NONE(0),
    GZIP(1),
    SNAPPY(2),
    LZ4(3),
    ZSTD(4);

    private static final Compression[] BY_ID = values();

    private final int id;

    Compression(int id) {
        this.id = id;
    }

    public int id() {
        return id;
    }

    /** @throws InvalidBatchException if the format knows no such id */
    static Compression ofId(int id) {
        if (id < 0 || id >= BY_ID.length) {
            throw new InvalidBatchException("compression " + id + " found, 0 to " + (BY_ID.length - 1) + " expected");
        }
        return BY_ID[id];
    }
}
