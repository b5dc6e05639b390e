package org.partita.bench.rows;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;

import org.partita.bench.comparison.Comparison;
import org.partita.bench.log.BenchLog;

/**
 * L2: opens a log after kill -9 of its writer, of which no index and no state is there, against CRC-32C of the same
 * files, read with a plain channel.
 */
final class RecoveryRow implements AutoCloseable {
    private static final int READ_BYTES = 256 << 10;

    private final Path path;

    private RecoveryRow(Path path) {
        this.path = path;
    }

    static RecoveryRow afterKill(Path directory, int maxBatchBytes, long totalBytes) throws IOException {
        Path path = directory.resolve("recovery");
        BenchLog.delete(path);
        KilledWriter.run(path, maxBatchBytes, totalBytes);
        return new RecoveryRow(path);
    }

    Comparison comparison(String row) {
        return new Comparison(row, Stopwatch.FIGURES, this::partita, this::peer);
    }

    private double[] partita() {
        for (String noted : List.of(".index", ".timeindex", ".state", "clean")) {
            if (!BenchLog.files(path, noted).isEmpty()) throw new IllegalStateException(noted + " is there");
        }
        Stopwatch watch = new Stopwatch();
        try (BenchLog bench = BenchLog.open(path)) {
            double[] figures = watch.figures(bench.log().sizeBytes());
            long scanned = bench.log().recovery().bytesScanned();
            if (scanned < bench.log().sizeBytes()) throw new IllegalStateException("only " + scanned + " bytes read");
            return figures;
        }
    }

    private double[] peer() throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
        long bytes = 0;
        Stopwatch watch = new Stopwatch();
        for (Path each : BenchLog.files(path, ".log")) {
            try (FileChannel file = FileChannel.open(each, READ)) {
                while (file.read(buffer.clear()) >= 0) {
                    bytes += buffer.position();
                    crc.update(buffer.flip());
                }
            }
        }
        return watch.figures(bytes);
    }

    @Override
    public void close() {
        BenchLog.delete(path);
    }
}
