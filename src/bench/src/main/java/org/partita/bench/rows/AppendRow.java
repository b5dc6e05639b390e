package org.partita.bench.rows;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

import org.partita.bench.comparison.Comparison;
import org.partita.bench.log.BenchLog;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.RecordBatch;

/**
 * L1.append: batches that arrive as bytes are validated and appended, against a plain file that gets the same bytes.
 * Nothing is forced.
 */
final class AppendRow {

    private final Path directory;
    private final BatchBytes batches;
    private final int count;

    private AppendRow(Path directory, BatchBytes batches, long totalBytes) {
        if (totalBytes > BenchLog.SEGMENT_BYTES) throw new IllegalArgumentException("a roll would force " + totalBytes);
        this.directory = directory;
        this.batches = batches;
        this.count = batches.countFor(totalBytes);
    }

    static Comparison of(String row, Path directory, int maxBatchBytes, long totalBytes) {
        AppendRow append = new AppendRow(directory, new BatchBytes(maxBatchBytes), totalBytes);
        return new Comparison(row, Stopwatch.FIGURES, append::partita, append::peer);
    }

    private double[] partita() {
        Path path = directory.resolve("partita");
        try (BenchLog bench = BenchLog.create(path)) {
            PartitionLog log = bench.log();
            Stopwatch watch = new Stopwatch();
            for (int i = 0; i < count; i++) log.append(RecordBatch.of(batches.next()), 0);
            return watch.figures(log.sizeBytes());
        } finally {
            BenchLog.delete(path);
        }
    }

    private double[] peer() throws IOException {
        Path path = directory.resolve("peer");
        Files.deleteIfExists(path);
        try (FileChannel file = FileChannel.open(path, CREATE_NEW, WRITE)) {
            Stopwatch watch = new Stopwatch();
            for (int i = 0; i < count; i++) {
                ByteBuffer batch = batches.next();
                while (batch.hasRemaining()) file.write(batch);
            }
            return watch.figures(file.size());
        } finally {
            Files.deleteIfExists(path);
        }
    }
}
