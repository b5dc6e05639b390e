package org.partita.core.record;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Makes record batches. Sizes come first, so that an uncompressed batch is written once into its final buffer. */
public final class RecordBatchEncoder {
    private static final int NO_LEADER_EPOCH = -1;
    private static final long NO_PRODUCER_ID = -1;
    private static final short NO_PRODUCER_EPOCH = -1;
    private static final int NO_SEQUENCE = -1;

    private RecordBatchEncoder() {
    }

    /**
     * A batch at base offset 0, without leader epoch and producer.
     *
     * @param records at least one; their order is kept
     * @throws InvalidBatchException if they do not fit into one batch or a header name is not expressible in UTF-8
     * @throws IllegalArgumentException if there is no record or the compression cannot be written here
     */
    public static RecordBatch encode(Compression compression, List<NewRecord> records) {
        return encode(compression, records, Long.MIN_VALUE);
    }

    /**
     * As {@link #encode(Compression, List)}, with a max timestamp of at least {@code maxTimestampFloorMillis}: readers
     * that look for recent batches must not pass over this one because its records carry old times.
     */
    public static RecordBatch encode(Compression compression, List<NewRecord> records, long maxTimestampFloorMillis) {
        if (records.isEmpty()) throw new IllegalArgumentException("no records");
        if (!requireNonNull(compression, "compression").readable()) {
            throw new IllegalArgumentException("compression " + compression + " cannot be written here");
        }
        RecordsLayout layout = RecordsLayout.of(records);
        ByteBuffer batch = compression == Compression.GZIP ? gzipped(layout) : plain(layout);
        putHeader(batch, compression, records, maxTimestampFloorMillis);
        batch.putInt(BatchHeader.CRC_POSITION, RecordBatch.crcOf(batch));
        return RecordBatch.sealed(batch);
    }

    private static ByteBuffer plain(RecordsLayout layout) {
        ByteBuffer batch = ByteBuffer.allocate(BatchHeader.SIZE_BYTES + layout.sizeBytes());
        layout.putRecords(batch.position(BatchHeader.SIZE_BYTES));
        return batch.flip();
    }

    private static ByteBuffer gzipped(RecordsLayout layout) {
        ByteBuffer records = ByteBuffer.allocate(layout.sizeBytes());
        layout.putRecords(records);
        ByteArrayOutputStream batch = new ByteArrayOutputStream(BatchHeader.SIZE_BYTES + layout.sizeBytes() / 2);
        batch.writeBytes(new byte[BatchHeader.SIZE_BYTES]);
        try (GZIPOutputStream gzip = new GZIPOutputStream(batch)) {
            gzip.write(records.array());
        } catch (IOException e) {
            throw new UncheckedIOException("a byte array was not writable", e);
        }
        return ByteBuffer.wrap(batch.toByteArray());
    }

    private static void putHeader(ByteBuffer batch, Compression compression, List<NewRecord> records,
                                  long maxTimestampFloorMillis) {
        long maxTimestampMillis = maxTimestampFloorMillis;
        for (NewRecord each : records) {
            maxTimestampMillis = Math.max(maxTimestampMillis, each.timestampMillis());
        }
        batch.putLong(BatchHeader.BASE_OFFSET_POSITION, 0)
            .putInt(BatchHeader.LENGTH_POSITION, batch.limit() - BatchHeader.LENGTH_END)
            .putInt(BatchHeader.LEADER_EPOCH_POSITION, NO_LEADER_EPOCH)
            .put(BatchHeader.MAGIC_POSITION, BatchHeader.MAGIC)
            .putShort(BatchHeader.ATTRIBUTES_POSITION, (short) compression.id())
            .putInt(BatchHeader.LAST_OFFSET_DELTA_POSITION, records.size() - 1)
            .putLong(BatchHeader.BASE_TIMESTAMP_POSITION, records.get(0).timestampMillis())
            .putLong(BatchHeader.MAX_TIMESTAMP_POSITION, maxTimestampMillis)
            .putLong(BatchHeader.PRODUCER_ID_POSITION, NO_PRODUCER_ID)
            .putShort(BatchHeader.PRODUCER_EPOCH_POSITION, NO_PRODUCER_EPOCH)
            .putInt(BatchHeader.BASE_SEQUENCE_POSITION, NO_SEQUENCE)
            .putInt(BatchHeader.RECORD_COUNT_POSITION, records.size());
    }
}
