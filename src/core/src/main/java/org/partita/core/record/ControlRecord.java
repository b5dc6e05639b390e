package org.partita.core.record;

import java.nio.ByteBuffer;

/**
 * The marker that a record of a control batch stands for, out of its key: version i16, type i16.
 *
 * @param version what else the key and the value hold; later versions only add to them
 * @param type {@link #ABORT}, {@link #COMMIT}, or one that has no meaning here
 */
public record ControlRecord(short version, short type) {
    /** The transaction of this producer was taken back. */
    public static final short ABORT = 0;
    /** The transaction of this producer counts. */
    public static final short COMMIT = 1;

    private static final int KEY_BYTES = 2 * Short.BYTES;

    /**
     * @param record of a control batch
     * @throws InvalidBatchException if its key is no such marker
     */
    public static ControlRecord of(LogRecord record) {
        Bytes key = record.key();
        if (key.isNull() || key.sizeBytes() < KEY_BYTES) {
            throw new InvalidBatchException("control record at offset " + record.offset() + " with a key of " + key
                + ", at least " + KEY_BYTES + " bytes expected");
        }
        ByteBuffer fields = key.buffer();
        ControlRecord marker = new ControlRecord(fields.getShort(), fields.getShort());
        if (marker.version < 0) {
            throw new InvalidBatchException("control record at offset " + record.offset() + " of version "
                + marker.version + ", at least 0 expected");
        }
        return marker;
    }
}
