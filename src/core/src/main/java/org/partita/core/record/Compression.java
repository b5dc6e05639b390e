package org.partita.core.record;

/**
 * How the records of a batch are compressed; the id is the one in the batch's attributes.
 *
 * <p>Batches of every kind named here are stored and served verbatim; only some can be encoded and decoded.
 */
public enum Compression {
    NONE(0, true),
    GZIP(1, true),
    SNAPPY(2, false),
    LZ4(3, false),
    ZSTD(4, false);

    private static final Compression[] BY_ID = values();

    private final int id;
    private final boolean readable;

    Compression(int id, boolean readable) {
        this.id = id;
        this.readable = readable;
    }

    public int id() {
        return id;
    }

    /** Whether records of this kind can be encoded and decoded here. */
    public boolean readable() {
        return readable;
    }

    /** @throws InvalidBatchException if the format knows no such id */
    static Compression ofId(int id) {
        if (id < 0 || id >= BY_ID.length) {
            throw new InvalidBatchException("compression " + id + " found, 0 to " + (BY_ID.length - 1) + " expected");
        }
        return BY_ID[id];
    }
}
