package org.partita.bench.rows;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.Comparison.Figure;
import org.partita.bench.comparison.Samples;
import org.partita.bench.log.BenchLog;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.RecordBatch;

/** L1.commit: validate, append and force each batch, against write and force of the same bytes. */
final class CommitRow {
    private static final List<Figure> FIGURES = List.of(new Figure("-p50", "µs, less is better"),
        new Figure("-p99", "µs, less is better"));

    private final Path directory;
    private final BatchBytes batches;
    private final int count;

    private CommitRow(Path directory, BatchBytes batches, int count) {
        this.directory = directory;
        this.batches = batches;
        this.count = count;
    }

    static Comparison of(String row, Path directory, int maxBatchBytes, int count) {
        CommitRow commit = new CommitRow(directory, new BatchBytes(maxBatchBytes), count);
        return new Comparison(row, FIGURES, commit::partita, commit::peer);
    }

    private double[] partita() {
        Path path = directory.resolve("partita");
        try (BenchLog bench = BenchLog.create(path)) {
            PartitionLog log = bench.log();
            double[] micros = new double[count];
            for (int i = 0; i < count; i++) {
                ByteBuffer batch = batches.next();
                long startNanos = System.nanoTime();
                log.append(RecordBatch.of(batch), 0);
                log.beginFlush().force();
                micros[i] = (System.nanoTime() - startNanos) / 1e3;
            }
            return figures(micros);
        } finally {
            BenchLog.delete(path);
        }
    }

    private double[] peer() throws IOException {
        Path path = directory.resolve("peer");
        Files.deleteIfExists(path);
        try (FileChannel file = FileChannel.open(path, CREATE_NEW, WRITE)) {
            double[] micros = new double[count];
            for (int i = 0; i < count; i++) {
                ByteBuffer batch = batches.next();
                long startNanos = System.nanoTime();
                while (batch.hasRemaining()) file.write(batch);
                file.force(false);
                micros[i] = (System.nanoTime() - startNanos) / 1e3;
            }
            return figures(micros);
        } finally {
            Files.deleteIfExists(path);
        }
    }

    private static double[] figures(double[] micros) {
        Samples samples = new Samples(micros);
        return new double[] {samples.median(), samples.quantile(0.99)};
    }
}
