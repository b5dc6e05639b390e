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
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;
import org.partita.storage.CorruptSegmentException;
import org.partita.storage.LogSlice;

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

            ByteBuffer slice = slice(offset, maxOffset, maxBytes);

            assertThat(slice).as("step %d: slice(%d, %d, %d)", step, offset, maxOffset, maxBytes)
                .isEqualTo(ofOneSegment(log.read(offset, maxOffset, maxBytes).batches()));
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

    @Test
    void whatStandsBeforeADamagedHeaderIsGiven() {
        int first = log.read(0, Long.MAX_VALUE, 1).batches().get(0).sizeBytes();
        fixture.overwrite(0, first + 8, Integer.MAX_VALUE);

        for (int maxBytes = 1; maxBytes < SEGMENT_BYTES; maxBytes += 50) {
            try (LogSlice slice = log.slice(0, Long.MAX_VALUE, maxBytes)) {
                assertThat(slice.lengthBytes()).isGreaterThanOrEqualTo(first);
            }
        }
        assertThatThrownBy(() -> log.slice(log.read(0, Long.MAX_VALUE, 1).batches().get(0).nextOffset(),
            Long.MAX_VALUE, 1)).isInstanceOf(CorruptSegmentException.class);
    }

    @Test
    void batchThatIsNotAtItsPlaceIsReportedToWhoBeginsThere() {
        int position = 0;
        for (RecordBatch each : log.read(0, Long.MAX_VALUE, SEGMENT_BYTES / 2).batches()) {
            for (int bit = 0; bit < 8; bit++) {
                fixture.overwrite(0, position + Integer.BYTES, (int) each.baseOffset() ^ 1 << bit);

                for (long offset : new long[] {each.baseOffset(), each.nextOffset() - 1}) {
                    assertThatThrownBy(() -> log.slice(offset, Long.MAX_VALUE, 1)).as("offset %d, bit %d", offset, bit)
                        .isInstanceOf(CorruptSegmentException.class);
                    assertThatThrownBy(() -> log.read(offset, Long.MAX_VALUE, 1))
                        .isInstanceOf(CorruptSegmentException.class);
                }
            }
            fixture.overwrite(0, position + Integer.BYTES, (int) each.baseOffset());
            position += each.sizeBytes();
        }
    }

    private ByteBuffer slice(long offset, long maxOffset, int maxBytes) {
        try (LogSlice slice = log.slice(offset, maxOffset, maxBytes)) {
            return slice.bytes();
        }
    }

    /** A read goes on in the next segment, a slice does not. */
    private ByteBuffer ofOneSegment(List<RecordBatch> batches) {
        ByteBuffer bytes = ByteBuffer.allocate(batches.stream().mapToInt(RecordBatch::sizeBytes).sum());
        List<Long> segments = fixture.partition().segments();
        for (RecordBatch each : batches) {
            if (bytes.position() > 0 && segments.contains(each.baseOffset())) break;
            bytes.put(each.bytes());
        }
        return bytes.flip();
    }
}
