package org.partita.bench.log;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
import org.partita.core.log.Appended;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.RecordBatch;

/** Validation and append of a batch that came from outside; times are per batch. Every iteration has a new log. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class AppendBenchmark {
    @Param({"1", "16", "1000"})
    int records;

    @Param("target/bench/jmh-append")
    String directory;

    private ByteBuffer received;
    private BenchLog bench;
    private PartitionLog log;

    @Setup
    public void makeBatch() {
        received = SampleBatches.batch(records, 1).bytes();
    }

    @Setup(Level.Iteration)
    public void openLog() {
        bench = BenchLog.create(Path.of(directory));
        log = bench.log();
    }

    @TearDown(Level.Iteration)
    public void closeLog() {
        bench.close();
        BenchLog.delete(Path.of(directory));
    }

    /** The batch is in the page cache when this returns; a roll forces the segment it closes. */
    @Benchmark
    public Appended async() {
        return log.append(RecordBatch.of(received), 0);
    }

    /** The batch is durable when this returns. */
    @Benchmark
    public Appended commit() {
        Appended appended = async();
        log.beginFlush().force();
        return appended;
    }

    BenchLog bench() {
        return bench;
    }
}
