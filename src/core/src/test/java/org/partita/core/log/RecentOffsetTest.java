package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.partita.core.record.Bytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.LogRecord;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;

class RecentOffsetTest {
    private static final int ONE_BATCH_EACH = 1;

    private final LogFixture fixture = new LogFixture();

    @ParameterizedTest
    @CsvSource({"99,0", "100,1", "299,1", "300,4", "1000,4"})
    void firstBatchThatIsRecent(long afterMillis, long expected) {
        try (PartitionLog log = fixture.open(ONE_BATCH_EACH)) {
            for (long millis : new long[] {100, 300, 50, 200}) log.append(batch(millis), LEADER_EPOCH);
        }

        PartitionLog reopened = fixture.open(ONE_BATCH_EACH);

        assertThat(reopened.stored().firstBatchAfter(afterMillis, 0)).isEqualTo(expected);
    }

    @Test
    void batchThatRecoveryCutsIsNotRecent() {
        try (PartitionLog log = fixture.open(4096)) {
            log.append(batch(100), LEADER_EPOCH);
            log.append(batch(300), LEADER_EPOCH);
        }
        fixture.cut(0, 2 * batch(100).sizeBytes() - 1);

        PartitionLog reopened = fixture.open(4096);

        assertThat(reopened.stored().firstBatchAfter(200, 0)).isEqualTo(1);
        assertThat(reopened.logEndOffset()).isEqualTo(1);
    }

    @Test
    void floorRaisesTheMaxTimestampOfABatchAndNoRecord() {
        NewRecord old = new NewRecord(100, Bytes.NULL, Bytes.EMPTY, List.of());

        RecordBatch raised = RecordBatchEncoder.encode(Compression.NONE, Codecs.NONE, List.of(old), 500);
        RecordBatch untouched = RecordBatchEncoder.encode(Compression.NONE, Codecs.NONE, List.of(old), 50);

        assertThat(raised.maxTimestampMillis()).isEqualTo(500);
        assertThat(raised.records(Codecs.NONE, 0)).extracting(LogRecord::timestampMillis).containsExactly(100L);
        assertThat(untouched.maxTimestampMillis()).isEqualTo(100);
    }

    private static RecordBatch batch(long timestampMillis) {
        return RecordBatchEncoder.encode(Compression.NONE,
            List.of(new NewRecord(timestampMillis, Bytes.NULL, Bytes.EMPTY, List.of())));
    }
}
