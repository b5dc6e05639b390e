package org.partita.bench.record;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.partita.core.record.Bytes;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;

/** Batches of records of one size, with content that does not compress. */
public final class SampleBatches {
    /** The value of every record in every benchmark. */
    public static final int VALUE_BYTES = 1024;

    private static final long TIMESTAMP_MILLIS = 1_700_000_000_000L;

    private SampleBatches() {
    }

    /** As many records without keys and headers. */
    public static List<NewRecord> records(int count, long seed) {
        List<NewRecord> records = new ArrayList<>(count);
        values(count, seed).forEach(value -> records.add(
            new NewRecord(TIMESTAMP_MILLIS + records.size(), Bytes.NULL, Bytes.of(value), List.of())));
        return records;
    }

    /** As many values. */
    public static Stream<byte[]> values(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return Stream.generate(() -> {
            byte[] value = new byte[VALUE_BYTES];
            random.nextBytes(value);
            return value;
        }).limit(count);
    }

    /** A batch of so many records. */
    public static RecordBatch batch(int recordCount, long seed) {
        return RecordBatchEncoder.encode(Compression.NONE, records(recordCount, seed));
    }

    /** How many records a producer puts into a batch of at most so many bytes. */
    public static int recordsFitting(int batchBytes) {
        int count = Math.max(1, batchBytes / VALUE_BYTES);
        while (count > 1 && batch(count, 0).sizeBytes() > batchBytes) count--;
        return count;
    }
}
