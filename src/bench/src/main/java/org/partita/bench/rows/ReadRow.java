package org.partita.bench.rows;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;

import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.Volume.OfLog;
import org.partita.bench.log.BenchLog;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.RecordBatch;
import org.partita.storage.FileSlice;
import org.partita.storage.LogSlice;

/**
 * L1.read: fetches one after the other from the page cache into a connection, against a loop of {@code transferTo} of
 * the same segment files into the same kind of connection.
 */
final class ReadRow implements AutoCloseable {
    private static final int FETCH_BYTES = 1 << 20;

    private final BenchLog bench;
    private final Path path;
    private final int batchBytes;
    private final int recordsPerBatch;

    private ReadRow(Path path, int maxBatchBytes, OfLog volume) {
        this.path = path;
        this.bench = BenchLog.create(path);
        BatchBytes batches = new BatchBytes(maxBatchBytes);
        batchBytes = batches.batchBytes();
        recordsPerBatch = batches.recordsPerBatch();
        int count = batches.countFor(volume.rolledBytes());
        for (int i = 0; i < count; i++) bench.log().append(RecordBatch.of(batches.next()), 0);
        bench.log().beginFlush().force();
        bench.log().persist();
        warmUp(volume.warmupFetches());
    }

    /** As many fetches as a broker has seen before it is at its speed; a measured run has few. */
    private void warmUp(int fetches) {
        for (int i = 0; i < fetches; i++) {
            try (LogSlice slice = bench.log().slice(i % bench.log().logEndOffset(), Long.MAX_VALUE, FETCH_BYTES)) {
                ((FileSlice) slice).channel().orElseThrow();
            }
        }
    }

    static ReadRow fill(Path directory, int maxBatchBytes, OfLog volume) {
        return new ReadRow(directory.resolve("read"), maxBatchBytes, volume);
    }

    Comparison verified(String row) {
        return new Comparison(row, Stopwatch.FIGURES, () -> measured(this::sendVerified),
            () -> measured(this::transfer));
    }

    /** As a server does that leaves the checksums to its clients. */
    Comparison sliced(String row) {
        return new Comparison(row, Stopwatch.FIGURES, () -> measured(this::sendSlices), () -> measured(this::transfer));
    }

    private double[] measured(Sender sender) throws IOException {
        try (LoopbackSink sink = LoopbackSink.open()) {
            Stopwatch watch = new Stopwatch();
            sender.sendAll(sink.channel());
            long bytes = sink.drained();
            double[] figures = watch.figures(bench.log().sizeBytes());
            if (bytes != bench.log().sizeBytes()) {
                throw new IllegalStateException(bytes + " bytes arrived, " + bench.log().sizeBytes() + " expected");
            }
            return figures;
        }
    }

    private void sendVerified(SocketChannel target) throws IOException {
        PartitionLog log = bench.log();
        long offset = 0;
        while (offset < log.logEndOffset()) {
            List<RecordBatch> batches = log.read(offset, Long.MAX_VALUE, FETCH_BYTES).batches();
            ByteBuffer[] parts = batches.stream().map(RecordBatch::bytes).toArray(ByteBuffer[]::new);
            ByteBuffer last = parts[parts.length - 1];
            while (last.hasRemaining()) target.write(parts);
            offset = batches.get(batches.size() - 1).nextOffset();
        }
    }

    private void sendSlices(SocketChannel target) throws IOException {
        PartitionLog log = bench.log();
        long offset = 0;
        while (offset < log.logEndOffset()) {
            try (LogSlice slice = log.slice(offset, Long.MAX_VALUE, FETCH_BYTES)) {
                FileSlice inFile = (FileSlice) slice;
                FileChannel file = inFile.channel().orElseThrow();
                long end = inFile.positionBytes() + slice.lengthBytes();
                long position = inFile.positionBytes();
                while (position < end) position += file.transferTo(position, end - position, target);
                offset += (long) slice.lengthBytes() / batchBytes * recordsPerBatch;
            }
        }
    }

    private void transfer(SocketChannel target) throws IOException {
        for (Path each : BenchLog.files(path, ".log")) {
            try (FileChannel file = FileChannel.open(each, READ)) {
                long size = file.size();
                long position = 0;
                while (position < size) position += file.transferTo(position, FETCH_BYTES, target);
            }
        }
    }

    @Override
    public void close() {
        bench.close();
        BenchLog.delete(path);
    }

    @FunctionalInterface
    private interface Sender {
        void sendAll(SocketChannel target) throws IOException;
    }
}
