package org.partita.core.record;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32C;

import org.partita.storage.StorageException;

/**
 * Exactly one record batch, as it is stored and transferred. Immutable.
 *
 * <p>Header and checksum have been verified; the records have not: {@link #records} does that. A batch of foreign
 * origin must be decoded once before it is appended, because a compressed batch can name more records than it holds.
 */
public final class RecordBatch {
    public static final int HEADER_BYTES = BatchHeader.SIZE_BYTES;
    /** Brokers inflate no batch to more than this for their readers, so they compress none that is larger. */
    public static final int MAX_INFLATED_BYTES = 16 << 20;
    /** What inflating takes at most: the result, and what is copied into it when it has grown for the last time. */
    public static final int INFLATING_BYTES = MAX_INFLATED_BYTES + MAX_INFLATED_BYTES / 2;

    private final BatchHeader header;
    private final ByteBuffer bytes;

    private RecordBatch(BatchHeader header, ByteBuffer bytes) {
        this.header = header;
        this.bytes = bytes;
    }

    /**
     * Takes over the remaining bytes of {@code exact}: the caller must not change them afterwards.
     *
     * @throws InvalidBatchException if they are not one batch with the checksum it states
     */
    public static RecordBatch of(ByteBuffer exact) {
        ByteBuffer bytes = requireNonNull(exact, "exact").slice();
        BatchHeader header = BatchHeader.read(bytes);
        if (header.sizeBytes() != bytes.remaining()) {
            throw new InvalidBatchException("batch of " + header.sizeBytes() + " bytes stated, " + bytes.remaining()
                + " bytes found");
        }
        int crc = crcOf(bytes);
        if (crc != header.crc()) {
            throw new InvalidBatchException(String.format("crc 0x%08x found, 0x%08x expected", crc, header.crc()));
        }
        return new RecordBatch(header, bytes.asReadOnlyBuffer());
    }

    /** For bytes whose checksum has just been computed. */
    static RecordBatch sealed(ByteBuffer bytes) {
        return new RecordBatch(BatchHeader.read(bytes), bytes.asReadOnlyBuffer());
    }

    /** @param batch one whole batch from position 0 to the limit */
    static int crcOf(ByteBuffer batch) {
        CRC32C crc = new CRC32C();
        crc.update(batch.duplicate().position(BatchHeader.CRC_COVER_POSITION));
        return (int) crc.getValue();
    }

    public BatchHeader header() {
        return header;
    }

    public long baseOffset() {
        return header.baseOffset();
    }

    public long lastOffset() {
        return header.lastOffset();
    }

    public long nextOffset() {
        return header.nextOffset();
    }

    public int sizeBytes() {
        return header.sizeBytes();
    }

    public int leaderEpoch() {
        return header.leaderEpoch();
    }

    public int recordCount() {
        return header.recordCount();
    }

    public long maxTimestampMillis() {
        return header.maxTimestampMillis();
    }

    public Compression compression() {
        return header.compression();
    }

    /** A read-only view with its own position. */
    public ByteBuffer bytes() {
        return bytes.duplicate();
    }

    /** A copy that stands elsewhere; where a batch stands is outside its checksum. */
    public RecordBatch placedAt(long baseOffset, int leaderEpoch) {
        ByteBuffer copy = ByteBuffer.allocate(sizeBytes());
        for (ByteBuffer part : partsPlacedAt(baseOffset, leaderEpoch)) {
            copy.put(part);
        }
        return sealed(copy.flip());
    }

    /**
     * A copy whose records all have this time, whatever their producers gave them, as the format has it: the records
     * keep their bytes. Costs a pass over the batch for its checksum.
     */
    public RecordBatch appendedAt(long appendMillis) {
        ByteBuffer copy = ByteBuffer.allocate(sizeBytes()).put(bytes()).flip();
        short attributes = copy.getShort(BatchHeader.ATTRIBUTES_POSITION);
        copy.putShort(BatchHeader.ATTRIBUTES_POSITION, (short) (attributes | BatchHeader.APPEND_TIME_BIT))
            .putLong(BatchHeader.MAX_TIMESTAMP_POSITION, appendMillis);
        copy.putInt(BatchHeader.CRC_POSITION, crcOf(copy));
        return sealed(copy);
    }

    /** A copy with another max timestamp. Costs a pass over the batch for its checksum. */
    public RecordBatch withMaxTimestamp(long maxTimestampMillis) {
        ByteBuffer copy = ByteBuffer.allocate(sizeBytes()).put(bytes()).flip();
        copy.putLong(BatchHeader.MAX_TIMESTAMP_POSITION, maxTimestampMillis);
        copy.putInt(BatchHeader.CRC_POSITION, crcOf(copy));
        return sealed(copy);
    }

    /**
     * The same records compressed in another way, or not at all. All else stays.
     *
     * @param plain the records of this batch as {@link #plainRecords} gives them
     * @throws IllegalArgumentException if there is no codec for this
     * @throws StorageException if the codec cannot be loaded
     */
    public RecordBatch compressedAnew(Compression other, Codecs codecs, ByteBuffer plain) {
        ByteBuffer records = codecs.compress(other, plain.duplicate());
        ByteBuffer copy = ByteBuffer.allocate(HEADER_BYTES + records.remaining())
            .put(bytes().limit(HEADER_BYTES)).put(records).flip();
        short attributes = copy.getShort(BatchHeader.ATTRIBUTES_POSITION);
        copy.putShort(BatchHeader.ATTRIBUTES_POSITION,
                (short) (attributes & ~BatchHeader.COMPRESSION_MASK | other.id()))
            .putInt(BatchHeader.LENGTH_POSITION, copy.limit() - BatchHeader.LENGTH_END);
        copy.putInt(BatchHeader.CRC_POSITION, crcOf(copy));
        return sealed(copy);
    }

    /** The bytes of {@link #placedAt} in order, without copying the records: for one gathering write. */
    public ByteBuffer[] partsPlacedAt(long baseOffset, int leaderEpoch) {
        BatchHeader.checkPlace(baseOffset, recordCount());
        ByteBuffer place = ByteBuffer.allocate(BatchHeader.LEADER_EPOCH_END)
            .putLong(baseOffset)
            .putInt(sizeBytes() - BatchHeader.LENGTH_END)
            .putInt(leaderEpoch)
            .flip();
        return new ByteBuffer[] {place, bytes().position(BatchHeader.LEADER_EPOCH_END)};
    }

    /**
     * Decodes the records. Nothing is allocated on the word of a length field alone; one record costs the heap about
     * 150 bytes besides its content.
     *
     * @param maxDecompressedBytes a compressed batch that inflates to more is refused
     * @throws InvalidBatchException if the records are not well-formed, not as many as stated, followed by other bytes,
     *     too large, or compressed in a way for which there is no codec
     * @throws StorageException if the codec cannot be loaded
     */
    public List<LogRecord> records(Codecs codecs, int maxDecompressedBytes) {
        List<LogRecord> records = new ArrayList<>();
        recordByRecord(codecs, maxDecompressedBytes).forEachRemaining(records::add);
        return Collections.unmodifiableList(records);
    }

    /**
     * As {@link #records}, one after the other: a small batch may inflate to millions of records, which are not all
     * wanted. What is wrong with a record is found, and thrown, when it is its turn.
     */
    public Iterator<LogRecord> recordByRecord(Codecs codecs, int maxDecompressedBytes) {
        return new RecordDecoder(header, plainRecords(codecs, maxDecompressedBytes));
    }

    /**
     * The bytes of the records, inflated if they are compressed, and otherwise not copied. What they hold is not looked
     * at. Throws as {@link #records}.
     */
    public ByteBuffer plainRecords(Codecs codecs, int maxDecompressedBytes) {
        if (maxDecompressedBytes < 0) {
            throw new IllegalArgumentException("maxDecompressedBytes " + maxDecompressedBytes + " < 0");
        }
        ByteBuffer stored = bytes().position(HEADER_BYTES).slice();
        return codecs.decompress(compression(), stored, maxDecompressedBytes);
    }

    @Override
    public String toString() {
        return "batch " + baseOffset() + ".." + lastOffset() + " epoch " + leaderEpoch() + ", " + sizeBytes()
            + " bytes";
    }
}
