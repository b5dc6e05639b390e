package org.partita.bench.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.core.log.Appended;
import org.partita.core.log.state.RecoveryReport;

/** The benchmarks of the log do what their names say. */
class LogBenchmarksTest {
    @TempDir
    private Path directory;

    @Test
    void asyncAppendsWholeBatchesAndForcesNothing() {
        AppendBenchmark benchmark = appending();
        long forcesBefore = benchmark.bench().forceCount();

        benchmark.async();
        Appended second = benchmark.async();

        assertThat(second).isEqualTo(new Appended(16, 31));
        assertThat(benchmark.bench().log().flushedOffset()).isZero();
        assertThat(benchmark.bench().forceCount()).isEqualTo(forcesBefore);
        benchmark.closeLog();
    }

    @Test
    void commitForcesEachBatch() {
        AppendBenchmark benchmark = appending();
        long forcesBefore = benchmark.bench().forceCount();

        benchmark.commit();
        benchmark.commit();

        assertThat(benchmark.bench().log().flushedOffset()).isEqualTo(32);
        assertThat(benchmark.bench().forceCount()).isEqualTo(forcesBefore + 2);
        benchmark.closeLog();
    }

    @Test
    void readsGoForwardThroughTheWholeLogAndStartAgain() {
        ReadBenchmark benchmark = new ReadBenchmark();
        benchmark.records = 16;
        benchmark.fetchBytes = 1 << 20;
        benchmark.logMebibytes = 2;
        benchmark.directory = directory.resolve("read").toString();
        benchmark.fillLog();

        long bytes = 0;
        do {
            bytes += benchmark.verified().batches().stream().mapToLong(each -> each.sizeBytes()).sum();
        } while (benchmark.nextOffset() < benchmark.endOffset());
        long sliced = 0;
        do sliced += benchmark.sliced();
        while (benchmark.nextOffset() < benchmark.endOffset());

        assertThat(bytes).isEqualTo(benchmark.logBytes());
        assertThat(sliced).isEqualTo(benchmark.logBytes());
        benchmark.closeLog();
    }

    @Test
    void recoveryScansEveryByteEveryTime() {
        RecoveryBenchmark benchmark = new RecoveryBenchmark();
        benchmark.records = 16;
        benchmark.logMebibytes = 1;
        benchmark.directory = directory.resolve("recovery").toString();
        benchmark.fillLog();

        RecoveryReport first = benchmark.scan();
        RecoveryReport second = benchmark.scan();

        assertThat(first.bytesScanned()).isGreaterThanOrEqualTo(1 << 20);
        assertThat(second).isEqualTo(first);
        benchmark.deleteLog();
    }

    private AppendBenchmark appending() {
        AppendBenchmark benchmark = new AppendBenchmark();
        benchmark.records = 16;
        benchmark.directory = directory.resolve("append").toString();
        benchmark.makeBatch();
        benchmark.openLog();
        return benchmark;
    }
}
