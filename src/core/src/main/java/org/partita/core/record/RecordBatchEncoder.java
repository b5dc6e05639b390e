package org.partita.core.record;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.List;

import org.partita.storage.StorageException;

/** Makes record batches. Sizes come first, so that an uncompressed batch is written once into its final buffer. */
public final class RecordBatchEncoder {
    private static final int NO_LEADER_EPOCH = -1;

    private RecordBatchEncoder() {
    }

    /**
     * A batch at base offset 0, without leader epoch and producer.
     *
     * @param compression none or gzip
     * @param records at least one; their order is kept
     * @throws InvalidBatchException if they do not fit into one batch or a header name is not expressible in UTF-8
     * @throws IllegalArgumentException if there is no record or the compression needs another codec
     */
    public static RecordBatch encode(Compression compression, List<NewRecord> records) {
        return encode(compression, Codecs.JDK, ProducerState.NONE, records);
    }

    /**
     * For readers of this broker: records that are too large to be inflated are not compressed.
     *
     * @param maxTimestampFloorMillis the max timestamp is at least this: readers that look for recent batches must not
     *     pass over this one because its records carry old times
     * @throws StorageException if the codec cannot be loaded
     */
    public static RecordBatch encode(Compression compression, Codecs codecs, List<NewRecord> records,
                                     long maxTimestampFloorMillis) {
        RecordsLayout layout = RecordsLayout.of(records);
        boolean readable = layout.sizeBytes() <= RecordBatch.MAX_INFLATED_BYTES;
        return encode(readable ? compression : Compression.NONE, codecs, ProducerState.NONE, layout,
            maxTimestampFloorMillis);
    }

    /** As {@link #encode(Compression, List)}, with a producer and with any compression that there is a codec for. */
    public static RecordBatch encode(Compression compression, Codecs codecs, ProducerState producer,
                                     List<NewRecord> records) {
        return encode(compression, codecs, producer, RecordsLayout.of(records), Long.MIN_VALUE);
    }

    private static RecordBatch encode(Compression compression, Codecs codecs, ProducerState producer,
                                      RecordsLayout layout, long maxTimestampFloorMillis) {
        requireNonNull(producer, "producer");
        ByteBuffer batch = requireNonNull(compression, "compression") == Compression.NONE ? plain(layout)
            : compressed(layout, compression, codecs);
        putHeader(batch, attributes(compression, producer), layout.records(), maxTimestampFloorMillis);
        putProducer(batch, producer);
        batch.putInt(BatchHeader.CRC_POSITION, RecordBatch.crcOf(batch));
        return RecordBatch.sealed(batch);
    }

    private static ByteBuffer plain(RecordsLayout layout) {
        ByteBuffer batch = ByteBuffer.allocate(BatchHeader.SIZE_BYTES + layout.sizeBytes());
        layout.putRecords(batch.position(BatchHeader.SIZE_BYTES));
        return batch.flip();
    }

    private static ByteBuffer compressed(RecordsLayout layout, Compression compression, Codecs codecs) {
        ByteBuffer records = ByteBuffer.allocate(layout.sizeBytes());
        layout.putRecords(records);
        ByteBuffer compressed = codecs.compress(compression, records.flip());
        return ByteBuffer.allocate(BatchHeader.SIZE_BYTES + compressed.remaining())
            .position(BatchHeader.SIZE_BYTES).put(compressed).flip();
    }

    private static short attributes(Compression compression, ProducerState producer) {
        return (short) (compression.id() | (producer.transactional() ? BatchHeader.TRANSACTIONAL_BIT : 0));
    }

    private static void putHeader(ByteBuffer batch, short attributes, List<NewRecord> records,
                                  long maxTimestampFloorMillis) {
        long maxTimestampMillis = maxTimestampFloorMillis;
        for (NewRecord each : records) {
            maxTimestampMillis = Math.max(maxTimestampMillis, each.timestampMillis());
        }
        batch.putLong(BatchHeader.BASE_OFFSET_POSITION, 0)
            .putInt(BatchHeader.LENGTH_POSITION, batch.limit() - BatchHeader.LENGTH_END)
            .putInt(BatchHeader.LEADER_EPOCH_POSITION, NO_LEADER_EPOCH)
            .put(BatchHeader.MAGIC_POSITION, BatchHeader.MAGIC)
            .putShort(BatchHeader.ATTRIBUTES_POSITION, attributes)
            .putInt(BatchHeader.LAST_OFFSET_DELTA_POSITION, records.size() - 1)
            .putLong(BatchHeader.BASE_TIMESTAMP_POSITION, records.get(0).timestampMillis())
            .putLong(BatchHeader.MAX_TIMESTAMP_POSITION, maxTimestampMillis)
            .putInt(BatchHeader.RECORD_COUNT_POSITION, records.size());
    }

    private static void putProducer(ByteBuffer batch, ProducerState producer) {
        batch.putLong(BatchHeader.PRODUCER_ID_POSITION, producer.producerId())
            .putShort(BatchHeader.PRODUCER_EPOCH_POSITION, producer.producerEpoch())
            .putInt(BatchHeader.BASE_SEQUENCE_POSITION, producer.baseSequence());
    }
}
