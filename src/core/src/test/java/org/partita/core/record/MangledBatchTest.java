package org.partita.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** Whatever the bytes are: they are a batch, or they are refused as an invalid one; and the heap stays in bounds. */
class MangledBatchTest {
    private static final int MAX_DECOMPRESSED_BYTES = 1 << 16;
    private static final long MAX_HEAP_BYTES = 40L << 20;

    @Provide
    Arbitrary<List<NewRecord>> records() {
        return SampleRecords.lists();
    }

    @Property
    void arbitraryBytesAreRefusedOrRead(@ForAll @Size(max = 400) byte[] bytes) {
        assertRefusedOrRead(ByteBuffer.wrap(bytes));
    }

    @Property
    void arbitraryRecordsBehindAGoodHeaderAreRefusedOrRead(@ForAll @Size(max = 400) byte[] content,
            @ForAll boolean gzip) {
        ByteBuffer bytes = ByteBuffer.allocate(RecordBatch.HEADER_BYTES + content.length)
            .put(SampleRecords.batch(1).bytes().limit(RecordBatch.HEADER_BYTES)).put(content).flip();
        bytes.putInt(BatchHeader.LENGTH_POSITION, bytes.limit() - BatchHeader.LENGTH_END)
            .put(BatchHeader.ATTRIBUTES_POSITION + 1, (byte) (gzip ? 1 : 0));

        assertRefusedOrRead(resealed(bytes));
    }

    @Property(tries = 600)
    void batchWithChangedBytesAndARightChecksumIsRefusedOrRead(@ForAll("records") List<NewRecord> records,
            @ForAll boolean gzip, @ForAll long seed) {
        Random random = new Random(seed);
        RecordBatch batch = RecordBatchEncoder.encode(gzip ? Compression.GZIP : Compression.NONE, records);
        ByteBuffer bytes = ByteBuffer.allocate(batch.sizeBytes()).put(batch.bytes()).flip();

        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int position = BatchHeader.ATTRIBUTES_POSITION
                + random.nextInt(bytes.limit() - BatchHeader.ATTRIBUTES_POSITION);
            bytes.put(position, (byte) random.nextInt());
        }

        assertRefusedOrRead(resealed(bytes));
    }

    private static void assertRefusedOrRead(ByteBuffer bytes) {
        long allocated = AllocatedBytes.of(() -> {
            try {
                RecordBatch batch = RecordBatch.of(bytes);
                assertThat(batch.records(Codecs.JDK, MAX_DECOMPRESSED_BYTES)).hasSize(batch.recordCount());
            } catch (InvalidBatchException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        });
        assertThat(allocated).isLessThan(MAX_HEAP_BYTES);
    }

    private static ByteBuffer resealed(ByteBuffer batch) {
        return batch.putInt(BatchHeader.CRC_POSITION, RecordBatch.crcOf(batch));
    }
}
