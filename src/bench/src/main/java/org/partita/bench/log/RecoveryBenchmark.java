package org.partita.bench.log;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.partita.bench.record.SampleBatches;
import org.partita.core.log.state.RecoveryReport;
import org.partita.core.record.RecordBatch;

/** Opens a log of which nothing is noted, so that every byte of it is read and checked; times are per opening. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 10)
@Fork(2)
public class RecoveryBenchmark {
    @Param({"1", "16", "1000"})
    int records;

    @Param("64")
    int logMebibytes;

    @Param("target/bench/jmh-recovery")
    String directory;

    @Setup
    public void fillLog() {
        try (BenchLog bench = BenchLog.create(Path.of(directory))) {
            RecordBatch batch = SampleBatches.batch(records, 1);
            while (bench.log().sizeBytes() < (long) logMebibytes << 20) bench.log().append(batch, 0);
            bench.log().beginFlush().force();
        }
    }

    @TearDown
    public void deleteLog() {
        BenchLog.delete(Path.of(directory));
    }

    @Benchmark
    public RecoveryReport scan() {
        try (BenchLog bench = BenchLog.open(Path.of(directory))) {
            return bench.log().recovery();
        }
    }
}
