package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.log.slice.BatchSlice;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.CorruptSegmentException;

/** Slices for senders: the batches a read would give, as they are stored, from one segment. */
class LogSliceTest {
    private static final int SEGMENT_BYTES = 60_000;

    private final LogFixture fixture = new LogFixture();
    private PartitionLog log;

    @BeforeEach
    void fillLog() {
        log = fixture.open(SEGMENT_BYTES);
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 500; i++) {
            int records = random.nextInt(10) == 0 ? 60 : 1 + random.nextInt(4);
            log.append(SampleRecords.batchAt(i, records, 100), LEADER_EPOCH);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sliceIsWhatARead(boolean indexesAreOnDisk) {
        if (indexesAreOnDisk) log.persist();
        SplittableRandom random = new SplittableRandom(12);

        for (int step = 0; step < 3_000; step++) {
            long offset = random.nextLong(log.logEndOffset() + 1);
            long maxOffset = random.nextBoolean() ? Long.MAX_VALUE : offset + random.nextLong(400);
            int maxBytes = 1 + random.nextInt(random.nextBoolean() ? 5_000 : 50_000);

            List<RecordBatch> read = ofOneSegment(log.read(offset, maxOffset, maxBytes).batches());
            long nextOffset = read.isEmpty() ? offset : read.get(read.size() - 1).nextOffset();

            try (BatchSlice slice = log.slice(offset, maxOffset, maxBytes)) {
                assertThat(slice.bytes().bytes()).as("step %d: slice(%d, %d, %d)", step, offset, maxOffset, maxBytes)
                    .isEqualTo(bytes(read));
                assertThat(slice.nextOffset()).as("step %d: behind slice(%d, %d, %d)", step, offset, maxOffset,
                    maxBytes).isEqualTo(nextOffset);
            }
        }
    }

    /** Limits at which batches end: no header behind the slice has to be looked at. */
    @Test
    void whatEndsExactlyAtTheLimitIsWhole() {
        List<RecordBatch> all = ofOneSegment(log.read(0, Long.MAX_VALUE, SEGMENT_BYTES).batches());
        int sizeBytes = 0;
        for (RecordBatch last : all) {
            sizeBytes += last.sizeBytes();

            try (BatchSlice slice = log.slice(0, Long.MAX_VALUE, sizeBytes)) {
                assertThat(slice.bytes().lengthBytes()).isEqualTo(sizeBytes);
                assertThat(slice.nextOffset()).isEqualTo(last.nextOffset());
            }
        }
    }

    @Test
    void damageBehindTheLimitIsNotMet() {
        RecordBatch first = log.read(0, Long.MAX_VALUE, 1).batches().get(0);
        fixture.overwrite(0, first.sizeBytes() + 8, Integer.MAX_VALUE);

        try (BatchSlice slice = log.slice(0, Long.MAX_VALUE, first.sizeBytes())) {
            assertThat(slice.bytes().bytes()).isEqualTo(first.bytes());
            assertThat(slice.nextOffset()).isEqualTo(first.nextOffset());
        }
    }

    @Test
    void offsetsOutsideTheLogAreRefused() {
        assertThatThrownBy(() -> log.slice(log.logEndOffset() + 1, Long.MAX_VALUE, 100))
            .isInstanceOf(OffsetOutOfRangeException.class);
        assertThatThrownBy(() -> log.slice(0, Long.MAX_VALUE, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void damagedHeaderIsReportedWithItsPlace() {
        fixture.overwrite(0, 8, Integer.MAX_VALUE);

        assertThatThrownBy(() -> log.slice(0, Long.MAX_VALUE, 1_000)).isInstanceOf(CorruptSegmentException.class)
            .hasMessageContaining("segment 0");
    }

    /** A read goes on in the next segment, a slice does not. */
    private List<RecordBatch> ofOneSegment(List<RecordBatch> batches) {
        List<Long> segments = fixture.partition().segments();
        int count = batches.isEmpty() ? 0 : 1;
        while (count < batches.size() && !segments.contains(batches.get(count).baseOffset())) count++;
        return batches.subList(0, count);
    }

    private static ByteBuffer bytes(List<RecordBatch> batches) {
        ByteBuffer bytes = ByteBuffer.allocate(batches.stream().mapToInt(RecordBatch::sizeBytes).sum());
        for (RecordBatch each : batches) bytes.put(each.bytes());
        return bytes.flip();
    }
}
