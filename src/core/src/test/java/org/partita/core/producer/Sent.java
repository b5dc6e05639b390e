package org.partita.core.producer;

import java.nio.ByteBuffer;
import java.util.OptionalLong;

import org.partita.core.log.Appended;
import org.partita.core.record.BatchHeader;

/** What the header of a batch says of its producer. Any number of records, for nobody looks at them. */
record Sent(long producerId, int epoch, int baseSequence, int recordCount) {
    private static final short GZIP = 1;
    private static final short APPEND_TIME = 8;
    private static final short CONTROL = 32;

    static Sent withoutProducer(int recordCount) {
        return new Sent(-1, -1, -1, recordCount);
    }

    int nextSequence() {
        return (int) ((baseSequence + (long) recordCount) % (1L << 31));
    }

    BatchHeader header() {
        return header(0, GZIP, 0);
    }

    BatchHeader controlHeader() {
        return header(0, (short) (GZIP | CONTROL), 0);
    }

    /** As it stands in the log. */
    BatchHeader headerAt(long baseOffset, OptionalLong appendMillis) {
        short attributes = appendMillis.isPresent() ? (short) (GZIP | APPEND_TIME) : GZIP;
        return header(baseOffset, attributes, appendMillis.orElse(77));
    }

    private BatchHeader header(long baseOffset, short attributes, long maxTimestampMillis) {
        ByteBuffer bytes = ByteBuffer.allocate(BatchHeader.SIZE_BYTES)
            .putLong(baseOffset).putInt(BatchHeader.SIZE_BYTES - BatchHeader.LENGTH_END).putInt(0).put((byte) 2)
            .putInt(0).putShort(attributes).putInt(recordCount - 1).putLong(0).putLong(maxTimestampMillis)
            .putLong(producerId).putShort((short) epoch).putInt(baseSequence).putInt(recordCount);
        return BatchHeader.read(bytes.flip());
    }

    Appended at(long baseOffset) {
        return new Appended(baseOffset, baseOffset + recordCount - 1);
    }

    Appended at(long baseOffset, OptionalLong appendMillis) {
        return new Appended(baseOffset, baseOffset + recordCount - 1, appendMillis);
    }
}
