package org.partita.core.record;

import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * The fixed part at the front of every record batch, checked as far as it can be without the records.
 *
 * <p>Reading allocates nothing that depends on what the bytes say, so it is safe on bytes of any origin.
 */
public final class BatchHeader {
    /** Size of the header; a batch has at least so many bytes. */
    public static final int SIZE_BYTES = 61;
    /** Bytes up to and including the length field, which counts what follows it. */
    public static final int LENGTH_END = 12;
    /** Where the checksum is; it covers everything behind itself. */
    public static final int CRC_POSITION = 17;
    public static final int CRC_COVER_POSITION = 21;
    public static final int LENGTH_POSITION = 8;
    public static final int LAST_OFFSET_DELTA_POSITION = 23;

    static final byte MAGIC = 2;
    static final int BASE_OFFSET_POSITION = 0;
    static final int LEADER_EPOCH_POSITION = 12;
    static final int LEADER_EPOCH_END = 16;
    static final int MAGIC_POSITION = 16;
    static final int ATTRIBUTES_POSITION = 21;
    static final int BASE_TIMESTAMP_POSITION = 27;
    static final int MAX_TIMESTAMP_POSITION = 35;
    static final int PRODUCER_ID_POSITION = 43;
    static final int PRODUCER_EPOCH_POSITION = 51;
    static final int BASE_SEQUENCE_POSITION = 53;
    static final int RECORD_COUNT_POSITION = 57;
    /** Length, attributes, two deltas, two sizes, header count: a byte each. */
    static final int MIN_RECORD_BYTES = 7;

    static final int COMPRESSION_MASK = 0x07;
    static final int APPEND_TIME_BIT = 0x08;
    static final int TRANSACTIONAL_BIT = 0x10;
    private static final int CONTROL_BIT = 0x20;
    private static final int NAMED_BITS = COMPRESSION_MASK | APPEND_TIME_BIT | TRANSACTIONAL_BIT | CONTROL_BIT;

    private final long baseOffset;
    private final int sizeBytes;
    private final int leaderEpoch;
    private final int crc;
    private final int attributes;
    private final Compression compression;
    private final long baseTimestampMillis;
    private final long maxTimestampMillis;
    private final long producerId;
    private final short producerEpoch;
    private final int baseSequence;
    private final int recordCount;

    private BatchHeader(ByteBuffer in, int start) {
        baseOffset = in.getLong(start + BASE_OFFSET_POSITION);
        sizeBytes = LENGTH_END + in.getInt(start + LENGTH_POSITION);
        leaderEpoch = in.getInt(start + LEADER_EPOCH_POSITION);
        crc = in.getInt(start + CRC_POSITION);
        attributes = in.getShort(start + ATTRIBUTES_POSITION);
        compression = Compression.ofId(attributes & COMPRESSION_MASK);
        baseTimestampMillis = in.getLong(start + BASE_TIMESTAMP_POSITION);
        maxTimestampMillis = in.getLong(start + MAX_TIMESTAMP_POSITION);
        producerId = in.getLong(start + PRODUCER_ID_POSITION);
        producerEpoch = in.getShort(start + PRODUCER_EPOCH_POSITION);
        baseSequence = in.getInt(start + BASE_SEQUENCE_POSITION);
        recordCount = in.getInt(start + RECORD_COUNT_POSITION);
    }

    /**
     * Reads the header at the position of {@code in}, which stays where it is. The batch may be longer than the buffer.
     *
     * @throws InvalidBatchException if fewer than {@link #SIZE_BYTES} bytes are there or a field cannot be right
     */
    public static BatchHeader read(ByteBuffer in) {
        int start = in.position();
        if (in.remaining() < SIZE_BYTES) {
            throw new InvalidBatchException("batch of " + in.remaining() + " bytes, at least " + SIZE_BYTES
                + " expected");
        }
        int length = in.getInt(start + LENGTH_POSITION);
        if (length < SIZE_BYTES - LENGTH_END || length > Integer.MAX_VALUE - LENGTH_END) {
            throw new InvalidBatchException("batch length " + length + ", at least " + (SIZE_BYTES - LENGTH_END)
                + " and at most " + (Integer.MAX_VALUE - LENGTH_END) + " expected");
        }
        byte magic = in.get(start + MAGIC_POSITION);
        if (magic != MAGIC) throw new InvalidBatchException("batch format " + magic + " found, 2 expected");
        BatchHeader header = new BatchHeader(in, start);
        header.checkCounts(in.getInt(start + LAST_OFFSET_DELTA_POSITION));
        return header;
    }

    private void checkCounts(int lastOffsetDelta) {
        if (recordCount < 1) throw new InvalidBatchException("record count " + recordCount + ", at least 1 expected");
        if (lastOffsetDelta != recordCount - 1) {
            throw new InvalidBatchException("last offset delta " + lastOffsetDelta + " found, " + (recordCount - 1)
                + " expected for " + recordCount + " records");
        }
        checkPlace(baseOffset, recordCount);
        if (compression == Compression.NONE && recordCount > (sizeBytes - SIZE_BYTES) / MIN_RECORD_BYTES) {
            throw new InvalidBatchException(recordCount + " records do not fit into a batch of " + sizeBytes
                + " bytes");
        }
    }

    static void checkPlace(long baseOffset, int recordCount) {
        if (baseOffset < 0 || baseOffset > Long.MAX_VALUE - recordCount) {
            throw new InvalidBatchException("base offset " + baseOffset + " of " + recordCount
                + " records is out of range");
        }
    }

    public long baseOffset() {
        return baseOffset;
    }

    public long lastOffset() {
        return baseOffset + recordCount - 1;
    }

    public long nextOffset() {
        return baseOffset + recordCount;
    }

    /** Size of the whole batch, this header included. */
    public int sizeBytes() {
        return sizeBytes;
    }

    public int leaderEpoch() {
        return leaderEpoch;
    }

    /** CRC-32C of the bytes from {@link #CRC_COVER_POSITION} to the end of the batch, as the header states it. */
    public int crc() {
        return crc;
    }

    public Compression compression() {
        return compression;
    }

    /** Whether all records carry the time of their append (the largest timestamp) in place of the producer's. */
    public boolean appendTime() {
        return (attributes & APPEND_TIME_BIT) != 0;
    }

    /** The time of the append, if all records carry it. */
    public OptionalLong appendMillis() {
        return appendTime() ? OptionalLong.of(maxTimestampMillis) : OptionalLong.empty();
    }

    public boolean transactional() {
        return (attributes & TRANSACTIONAL_BIT) != 0;
    }

    /** Whether the records are markers of the log itself, which no reader is shown. */
    public boolean control() {
        return (attributes & CONTROL_BIT) != 0;
    }

    /** Bits of the attributes that mean nothing here; 0 if there are none. */
    public int unknownAttributes() {
        return attributes & ~NAMED_BITS;
    }

    public long baseTimestampMillis() {
        return baseTimestampMillis;
    }

    public long maxTimestampMillis() {
        return maxTimestampMillis;
    }

    /** -1 if the producer has none. */
    public long producerId() {
        return producerId;
    }

    public short producerEpoch() {
        return producerEpoch;
    }

    /** Sequence number of the first record; -1 if there is none. */
    public int baseSequence() {
        return baseSequence;
    }

    public int recordCount() {
        return recordCount;
    }
}
