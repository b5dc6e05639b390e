package org.partita.wire.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

import org.partita.core.record.AllocatedBytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.InvalidBatchException;
import org.partita.core.record.KafkaRecords;
import org.partita.core.record.NewRecord;
import org.partita.core.record.ProducerState;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.core.record.SampleRecords;

/** Whatever stands where compressed records should: it is read, or refused as an invalid batch; the heap is bounded. */
class MangledCompressionTest {
    private static final Codecs CODECS = LibraryCodecs.all();
    private static final int MAX_DECOMPRESSED_BYTES = 1 << 16;
    /** The bound a few times over, the records of at most 40 bytes each in the heap, and what libraries keep aside. */
    private static final long MAX_HEAP_BYTES = 4L << 20;

    @Provide
    Arbitrary<List<NewRecord>> records() {
        return SampleRecords.listsOfPlainTimes();
    }

    @Property
    void arbitraryBytesAreRefusedOrRead(@ForAll @Size(max = 400) byte[] content, @ForAll Compression compression,
            @ForAll @IntRange(min = 1, max = 50) int recordCount) {
        if (compression == Compression.NONE) return;
        assertRefusedOrRead(SampleRecords.around(compression, content, recordCount));
    }

    @Property(tries = 2_000)
    void changedBytesAreRefusedOrRead(@ForAll("records") List<NewRecord> records, @ForAll Compression compression,
            @ForAll boolean ours, @ForAll long seed) {
        if (compression == Compression.NONE) return;
        byte[] content = content(records, compression, ours);
        Random random = new Random(seed);

        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            // The front says what the rest is, so it is hit more often.
            int position = random.nextInt(random.nextBoolean() ? content.length : Math.min(24, content.length));
            content[position] = (byte) random.nextInt();
        }

        assertRefusedOrRead(SampleRecords.around(compression, content, records.size()));
    }

    @Property(tries = 400)
    void bytesThatEndEarlyAreRefused(@ForAll("records") List<NewRecord> records, @ForAll Compression compression,
            @ForAll boolean ours, @ForAll long seed) {
        if (compression == Compression.NONE) return;
        byte[] content = content(records, compression, ours);
        byte[] torn = Arrays.copyOf(content, new Random(seed).nextInt(content.length));

        assertThat(refused(SampleRecords.around(compression, torn, records.size()))).isTrue();
    }

    @Property(tries = 400)
    void bytesBehindTheRecordsAreRefused(@ForAll("records") List<NewRecord> records, @ForAll Compression compression,
            @ForAll boolean ours, @ForAll @Size(min = 1, max = 30) byte[] garbage) {
        if (compression == Compression.NONE) return;
        byte[] content = content(records, compression, ours);
        byte[] longer = Arrays.copyOf(content, content.length + garbage.length);
        System.arraycopy(garbage, 0, longer, content.length, garbage.length);

        assertThat(refused(SampleRecords.around(compression, longer, records.size()))).isTrue();
    }

    private static byte[] content(List<NewRecord> records, Compression compression, boolean ours) {
        ByteBuffer batch = ours ? RecordBatchEncoder.encode(compression, CODECS, ProducerState.NONE, records).bytes()
            : KafkaRecords.encoded(records, compression);
        byte[] content = new byte[batch.remaining() - RecordBatch.HEADER_BYTES];
        batch.get(RecordBatch.HEADER_BYTES, content);
        return content;
    }

    private static void assertRefusedOrRead(RecordBatch batch) {
        assertThat(AllocatedBytes.of(() -> refused(batch))).isLessThan(MAX_HEAP_BYTES);
    }

    private static boolean refused(RecordBatch batch) {
        try {
            assertThat(batch.records(CODECS, MAX_DECOMPRESSED_BYTES)).hasSize(batch.recordCount());
            return false;
        } catch (InvalidBatchException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return true;
        }
    }
}
