package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.log.state.SegmentSummary;
import org.partita.core.record.BatchHeader;
import org.partita.core.log.time.TimedOffset;
import org.partita.core.record.Codecs;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.IndexKind;
import org.partita.storage.LogSlice;
import org.partita.storage.SegmentFile;

/** Index files, and what becomes of a log whose index files are not what was written. */
class LogIndexTest {
    private static final long NOW = 1_700_000_000_000L;
    private static final int SEGMENT_BYTES = 60_000;

    private final LogFixture fixture = new LogFixture();

    @ParameterizedTest
    @EnumSource
    void b018EveryOffsetIsFoundWhateverHappenedToTheIndexes(IndexDamage damage) {
        SegmentSummary flushed = filled(900);
        SplittableRandom random = new SplittableRandom(damage.ordinal());
        for (long segment : fixture.partition().segments()) {
            for (IndexKind kind : IndexKind.values()) damage.apply(fixture, segment, kind, random);
        }

        PartitionLog log = fixture.open(new LogConfig(SEGMENT_BYTES), Optional.of(flushed));

        assertEveryOffsetIsFound(log);
        log.persist();
        log.close();
        PartitionLog again = fixture.open(new LogConfig(SEGMENT_BYTES), Optional.of(flushed));
        assertThat(again.recovery().bytesScanned()).isZero();
        assertEveryOffsetIsFound(again);
    }

    @Test
    void entriesNameTheLastOffsetOfTheBatchAtTheirPosition() {
        filled(900);
        long segment = fixture.partition().segments().get(1);

        ByteBuffer entries = fixture.index(segment, IndexKind.OFFSETS).orElseThrow();

        assertThat(entries.remaining() / 8).isBetween(8, SEGMENT_BYTES / 4096);
        int before = 0;
        while (entries.hasRemaining()) {
            int relativeOffset = entries.getInt();
            int position = entries.getInt();
            assertThat(position - before).isBetween(4096, 4096 + 1000);
            assertThat(header(segment, position).lastOffset()).isEqualTo(segment + relativeOffset);
            before = position;
        }
    }

    @Test
    void timeEntriesRiseAndEndWithTheLargestTimeOfTheSegment() {
        filled(900);
        long segment = fixture.partition().segments().get(1);

        ByteBuffer entries = fixture.index(segment, IndexKind.TIMES).orElseThrow();

        long timestamp = -1;
        int relativeOffset = -1;
        while (entries.hasRemaining()) {
            assertThat(entries.getLong(entries.position())).isGreaterThan(timestamp);
            timestamp = entries.getLong();
            assertThat(entries.getInt(entries.position())).isGreaterThan(relativeOffset);
            relativeOffset = entries.getInt();
        }
        long next = fixture.partition().segments().get(2);
        assertThat(segment + relativeOffset).isEqualTo(next - 1);
        assertThat(timestamp).isEqualTo(NOW + next - 1);
    }

    @Test
    void fullIndexClosesItsSegment() {
        LogConfig config = new LogConfig(1 << 30, Long.MAX_VALUE, LogConfig.UNLIMITED, LogConfig.UNLIMITED, 2,
            LostTail.CUT);
        PartitionLog log = fixture.open(config, Optional.empty());

        for (int i = 0; i < 8; i++) log.append(SampleRecords.batchWithValueOf(4096), LEADER_EPOCH);

        assertThat(fixture.partition().segments()).containsExactly(0L, 3L, 6L);
    }

    private void assertEveryOffsetIsFound(PartitionLog log) {
        for (long offset = 0; offset < log.logEndOffset(); offset++) {
            RecordBatch found = log.read(offset, Long.MAX_VALUE, 1).batches().get(0);
            assertThat(offset).isBetween(found.baseOffset(), found.lastOffset());
            assertThat(log.firstNotOlder(NOW + offset, Long.MAX_VALUE, Codecs.NONE, 0)).get()
                .extracting(TimedOffset::offset).isEqualTo(offset);
        }
        assertThat(log.firstNotOlder(NOW + log.logEndOffset(), Long.MAX_VALUE, Codecs.NONE, 0)).isEmpty();
    }

    /** A log of several segments, durable and noted, closed. One record a batch, one millisecond an offset. */
    private SegmentSummary filled(int batches) {
        try (PartitionLog log = fixture.open(SEGMENT_BYTES)) {
            for (int i = 0; i < batches; i++) {
                RecordBatch batch = SampleRecords.batchAt(NOW + i, 1);
                log.append(i % 3 == 0 ? SampleRecords.batchAt(NOW + i, 1, 500) : batch, LEADER_EPOCH);
            }
            log.beginFlush().force();
            assertThat(fixture.partition().segments()).hasSizeGreaterThan(3);
            return log.persist();
        }
    }

    private BatchHeader header(long segment, int position) {
        try (SegmentFile file = fixture.partition().openSegment(segment);
                LogSlice slice = file.slice(position, BatchHeader.SIZE_BYTES)) {
            return BatchHeader.read(slice.bytes());
        }
    }
}
