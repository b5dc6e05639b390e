package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.log.LogFixture.LEADER_EPOCH;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;

class LogPublicationTest {
    private static final int BATCHES = 2000;
    private static final int READERS = 2;

    private final LogFixture fixture = new LogFixture();

    @Test
    @Timeout(30)
    void readersBesideTheWriterSeeWholeBatchesInOrder() throws Exception {
        PartitionLog log = fixture.open(10_000);
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        try {
            Callable<Long> reader = () -> readUntil(log, 2L * BATCHES);
            List<Future<Long>> read = Stream.generate(() -> readers.submit(reader)).limit(READERS).toList();

            for (int i = 0; i < BATCHES; i++) {
                log.append(SampleRecords.batch(2), LEADER_EPOCH);
            }

            for (Future<Long> each : read) {
                assertThat(each.get()).isEqualTo(2L * BATCHES);
            }
        } finally {
            readers.shutdownNow();
            assertThat(readers.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Ends when the writer has appended everything, or at the interrupt that ends the test. */
    private static long readUntil(PartitionLog log, long end) {
        long next = 0;
        while (next < end && !Thread.currentThread().isInterrupted()) {
            for (RecordBatch batch : log.read(next, Long.MAX_VALUE, 3000).batches()) {
                if (batch.baseOffset() != next) return -1;
                next = batch.nextOffset();
            }
        }
        return next;
    }
}
