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
import org.partita.core.log.PartitionLog;
import org.partita.core.log.PartitionLog.LogRead;
import org.partita.core.record.RecordBatch;
import org.partita.storage.LogSlice;

/** Fetches one after the other through a log in the page cache, from its start again at its end; times per fetch. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ReadBenchmark {
    @Param({"1", "16", "1000"})
    int records;

    @Param({"16384", "1048576"})
    int fetchBytes;

    @Param("64")
    int logMebibytes;

    @Param("target/bench/jmh-read")
    String directory;

    private BenchLog bench;
    private PartitionLog log;
    private long offset;
    private int batchBytes;

    @Setup
    public void fillLog() {
        bench = BenchLog.create(Path.of(directory));
        log = bench.log();
        RecordBatch batch = SampleBatches.batch(records, 1);
        while (log.sizeBytes() < (long) logMebibytes << 20) log.append(batch, 0);
        batchBytes = batch.sizeBytes();
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

    /** The same batches for a sender, who leaves the checksums to the receiver. */
    @Benchmark
    public int sliced() {
        if (offset == log.logEndOffset()) offset = 0;
        try (LogSlice slice = log.slice(offset, Long.MAX_VALUE, fetchBytes)) {
            offset += (long) slice.lengthBytes() / batchBytes * records;
            return slice.lengthBytes();
        }
    }

    long nextOffset() {
        return offset;
    }

    long endOffset() {
        return log.logEndOffset();
    }

    long logBytes() {
        return log.sizeBytes();
    }
}
