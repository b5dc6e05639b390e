package org.partita.bench.record;

import java.nio.ByteBuffer;
import java.util.List;
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
import org.openjdk.jmh.annotations.Warmup;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.LogRecord;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;

/** What a batch costs before it is appended and after it was read; times are per batch. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RecordBatchBenchmark {
    private static final int MAX_DECOMPRESSED_BYTES = 16 << 20;

    @Param({"1", "16", "1000"})
    int records;

    @Param({"NONE", "GZIP"})
    Compression compression;

    private List<NewRecord> source;
    private RecordBatch encoded;
    private ByteBuffer received;

    @Setup
    public void makeBatch() {
        source = SampleBatches.records(records, 1);
        encoded = RecordBatchEncoder.encode(compression, source);
        received = encoded.bytes();
    }

    /** Layout, compression, checksum. */
    @Benchmark
    public RecordBatch encode() {
        return RecordBatchEncoder.encode(compression, source);
    }

    /** Header and checksum of bytes that came from outside. */
    @Benchmark
    public RecordBatch validate() {
        return RecordBatch.of(received);
    }

    /** The records of a batch that was validated. */
    @Benchmark
    public List<LogRecord> decode() {
        return encoded.records(Codecs.JDK, MAX_DECOMPRESSED_BYTES);
    }
}
