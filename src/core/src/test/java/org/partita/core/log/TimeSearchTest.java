package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import org.apache.kafka.common.record.ControlRecordType;
import org.apache.kafka.common.record.EndTransactionMarker;
import org.apache.kafka.common.record.MemoryRecords;
import org.junit.jupiter.api.Test;
import org.partita.core.log.time.TimedOffset;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.core.record.SampleRecords;
import org.partita.core.record.UndecodableBatchException;

/** B022: the first offset whose time is at least the one asked for, whatever times producers send. */
class TimeSearchTest {
    private static final long NOW = 1_700_000_000_000L;
    private static final long TEN_YEARS = 10L * 365 * 86_400_000;

    private final LogFixture fixture = new LogFixture();

    @Test
    void b022FirstOffsetOfAtLeastThisTimeIsFoundAmongOddTimes() {
        PartitionLog log = logOf(200, NOW, NOW - TEN_YEARS, 0, -1, NOW + TEN_YEARS, 1L << 53, NOW + 1);

        assertThat(search(log, NOW)).hasValue(0);
        assertThat(search(log, NOW + 1)).hasValue(4);
        assertThat(search(log, NOW + TEN_YEARS)).hasValue(4);
        assertThat(search(log, NOW + TEN_YEARS + 1)).hasValue(5);
        assertThat(search(log, (1L << 53) + 1)).isEmpty();
        assertThat(search(log, -1)).hasValue(0);
        assertThat(search(log, Long.MIN_VALUE)).hasValue(0);
    }

    @Test
    void timesThatFallAreFoundInTheFirstSegmentThatReachesThem() {
        PartitionLog log = logOf(1, 50, 40, 60, 30);

        assertThat(search(log, 30)).hasValue(0);
        assertThat(search(log, 51)).hasValue(2);
        assertThat(search(log, 61)).isEmpty();
    }

    @Test
    void offsetWithinABatchIsFound() {
        PartitionLog log = fixture.open(1 << 20);
        log.append(SampleRecords.batch(5), LEADER_EPOCH);

        assertThat(search(log, 1003)).hasValue(3);
    }

    @Test
    void searchEndsBelowTheLimit() {
        PartitionLog log = logOf(1 << 20, 10, 20, 30);

        assertThat(offset(log.firstNotOlder(15, 3, Codecs.NONE, 0))).hasValue(1);
        assertThat(offset(log.firstNotOlder(25, 2, Codecs.NONE, 0))).isEmpty();
        assertThat(offset(log.firstNotOlder(0, 0, Codecs.NONE, 0))).isEmpty();
    }

    @Test
    void recordsWithoutATimeAreFoundByNoTime() {
        PartitionLog log = logOf(1, -1, -1, 5);

        assertThat(search(log, 0)).hasValue(2);
        assertThat(search(log, -1)).hasValue(0);
    }

    @Test
    void recordInACompressedBatchIsFoundWithItsCodec() {
        PartitionLog log = fixture.open(1 << 20);
        log.append(RecordBatchEncoder.encode(Compression.GZIP,
            List.of(SampleRecords.text(10, "k", "v"), SampleRecords.text(20, "k", "v"))), LEADER_EPOCH);

        assertThat(offset(log.firstNotOlder(11, Long.MAX_VALUE, Codecs.JDK, 1 << 20))).hasValue(1);
        assertThat(offset(log.firstNotOlder(21, Long.MAX_VALUE, Codecs.NONE, 0))).isEmpty();
        assertThatThrownBy(() -> search(log, 11)).isInstanceOf(UndecodableBatchException.class)
            .hasMessageContaining("offsets 0 to 1").hasMessageContaining("GZIP");
    }

    @Test
    void controlBatchIsFoundByNoTime() {
        PartitionLog log = fixture.open(1 << 20);
        ByteBuffer marker = MemoryRecords.withEndTransactionMarker(0, 50, 0, 9, (short) 1,
            new EndTransactionMarker(ControlRecordType.COMMIT, 0)).buffer();
        log.append(RecordBatch.of(marker), LEADER_EPOCH);
        log.append(SampleRecords.batchAt(40, 1), LEADER_EPOCH);

        assertThat(search(log, 40)).hasValue(1);
        assertThat(search(log, 41)).isEmpty();
    }

    private static OptionalLong search(PartitionLog log, long timestampMillis) {
        return offset(log.firstNotOlder(timestampMillis, Long.MAX_VALUE, Codecs.NONE, 0));
    }

    private static OptionalLong offset(Optional<TimedOffset> found) {
        return found.map(each -> OptionalLong.of(each.offset())).orElse(OptionalLong.empty());
    }

    private PartitionLog logOf(int segmentBytes, long... timestamps) {
        PartitionLog log = fixture.open(segmentBytes);
        for (long timestamp : timestamps) log.append(SampleRecords.batchAt(timestamp, 1), LEADER_EPOCH);
        return log;
    }
}
