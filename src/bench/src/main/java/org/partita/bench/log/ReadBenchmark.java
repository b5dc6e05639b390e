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
import org.partita.core.log.LogRead;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.RecordBatch;

/** Fetches one after the other through a log in the page cache, from its start again at its end; times per fetch. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ReadBenchmark {
    private static final int LOG_BYTES = 64 << 20;

    @Param({"1", "16", "1000"})
    int records;

    @Param({"16384", "1048576"})
    int fetchBytes;

    @Param("target/bench/jmh-read")
    String directory;

    private BenchLog bench;
    private PartitionLog log;
    private long offset;

    @Setup
    public void fillLog() {
        bench = BenchLog.create(Path.of(directory));
        log = bench.log();
        RecordBatch batch = SampleBatches.batch(records, 1);
        while (log.sizeBytes() < LOG_BYTES) log.append(batch, 0);
    }

    @TearDown
    public void closeLog() {
        bench.close();
        BenchLog.delete(Path.of(directory));
    }

    /** Whole batches, with their checksums verified. */
    @Benchmark
    public LogRead verified() {
        if (offset == log.logEndOffset()) offset = 0;
        LogRead read = log.read(offset, Long.MAX_VALUE, fetchBytes);
        offset = read.batches().get(read.batches().size() - 1).nextOffset();
        return read;
    }

    long nextOffset() {
        return offset;
    }
}
