package org.partita.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RecordBatchRoundTripTest {
    private static final int MAX_BYTES = 1 << 20;

    @Provide
    Arbitrary<List<NewRecord>> records() {
        return SampleRecords.lists();
    }

    @Property
    void plainBatchGivesBackWhatWasPutIn(@ForAll("records") List<NewRecord> records) {
        RecordBatch encoded = RecordBatchEncoder.encode(Compression.NONE, records);

        RecordBatch read = RecordBatch.of(encoded.bytes());

        assertSame(read.records(Codecs.NONE, 0), records, 0);
        assertThat(read.recordCount()).isEqualTo(records.size());
        assertThat(read.maxTimestampMillis())
            .isEqualTo(records.stream().mapToLong(NewRecord::timestampMillis).max().orElseThrow());
    }

    @Property(tries = 300)
    void gzipBatchGivesBackWhatWasPutIn(@ForAll("records") List<NewRecord> records) {
        RecordBatch encoded = RecordBatchEncoder.encode(Compression.GZIP, records);

        RecordBatch read = RecordBatch.of(encoded.bytes());

        assertThat(read.compression()).isEqualTo(Compression.GZIP);
        assertSame(read.records(Codecs.JDK, MAX_BYTES), records, 0);
    }

    @Property(tries = 300)
    void placedBatchKeepsItsRecordsAndItsChecksum(@ForAll("records") List<NewRecord> records,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE - 100) long baseOffset,
            @ForAll @IntRange(min = 0) int leaderEpoch) {
        RecordBatch encoded = RecordBatchEncoder.encode(Compression.NONE, records);

        RecordBatch placed = RecordBatch.of(encoded.placedAt(baseOffset, leaderEpoch).bytes());

        assertThat(placed.header().crc()).isEqualTo(encoded.header().crc());
        assertThat(placed.leaderEpoch()).isEqualTo(leaderEpoch);
        assertThat(placed.lastOffset()).isEqualTo(baseOffset + records.size() - 1);
        assertThat(placed.nextOffset()).isEqualTo(baseOffset + records.size());
        assertSame(placed.records(Codecs.NONE, 0), records, baseOffset);
    }

    private static void assertSame(List<LogRecord> read, List<NewRecord> written, long baseOffset) {
        assertThat(read).hasSameSizeAs(written);
        for (int i = 0; i < read.size(); i++) {
            NewRecord each = written.get(i);
            assertThat(read.get(i)).isEqualTo(
                new LogRecord(baseOffset + i, each.timestampMillis(), each.key(), each.value(), each.headers()));
        }
    }
}
