package org.partita.bench.rows;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.partita.bench.log.BenchLog;
import org.partita.core.record.RecordBatch;

/** A process that appends to a log until it is killed. */
final class KilledWriter {
    private static final String ENOUGH = "enough";

    private KilledWriter() {
    }

    /** Has another process write at least so many bytes, and ends it with SIGKILL while it goes on. */
    static void run(Path path, int maxBatchBytes, long totalBytes) throws IOException {
        Process writer = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp", System.getProperty("java.class.path"), KilledWriter.class.getName(), path.toString(),
            Integer.toString(maxBatchBytes), Long.toString(totalBytes)))
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader out = writer.inputReader()) {
            if (!ENOUGH.equals(out.readLine())) throw new IOException("the writer ended too early");
        } finally {
            writer.destroyForcibly().onExit().join();
        }
    }

    /** Goes on for one more segment at most, should nobody kill it. */
    public static void main(String[] arguments) {
        BatchBytes batches = new BatchBytes(Integer.parseInt(arguments[1]));
        long totalBytes = Long.parseLong(arguments[2]);
        boolean said = false;
        try (BenchLog bench = BenchLog.open(Path.of(arguments[0]))) {
            while (bench.log().sizeBytes() < totalBytes + BenchLog.SEGMENT_BYTES) {
                bench.log().append(RecordBatch.of(batches.next()), 0);
                if (!said && bench.log().sizeBytes() >= totalBytes) {
                    System.out.println(ENOUGH);
                    said = true;
                }
            }
        }
    }
}
