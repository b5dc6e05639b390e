package org.partita.bench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own. Closing it stops it. */
public final class MeasuredProcess implements AutoCloseable {
    private static final Duration WITHIN = Duration.ofSeconds(120);
    private static final long STOP_SECONDS = 60;

    private final Process process;
    private final Path log;

    private MeasuredProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** @param log gets what it prints */
    public static MeasuredProcess start(ProcessBuilder command, Path log) throws IOException {
        return new MeasuredProcess(command.redirectErrorStream(true).redirectOutput(log.toFile()).start(), log);
    }

    /**
     * Options for the JVM of every server: the same heap for all, and what the system property
     * {@code partita.bench.server-options} adds.
     */
    public static List<String> jvmOptions() {
        return List.of(("-Xms512m -Xmx512m " + System.getProperty("partita.bench.server-options", "")).split(" +"));
    }

    /** The command that starts the JVM this one is. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Asks until the server answers. @throws IOException if it ends before, or takes too long */
    public void awaitReady(Probe probe) throws IOException {
        long deadlineNanos = System.nanoTime() + WITHIN.toNanos();
        while (!probe.answers()) {
            boolean ended = endsWithin(200, TimeUnit.MILLISECONDS);
            if (ended || System.nanoTime() > deadlineNanos) {
                throw new IOException("the server did not start: " + Files.readString(log));
            }
        }
    }

    /** Waits for the end of a process that is no server. @throws IOException if it fails */
    public void awaitSuccess() throws IOException {
        if (!endsWithin(WITHIN.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("failed: " + Files.readString(log));
        }
    }

    private boolean endsWithin(long time, TimeUnit unit) throws IOException {
        try {
            return process.waitFor(time, unit);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    /** Processor time of the process since its start. */
    public Duration processorTime() {
        return process.info().totalCpuDuration()
            .orElseThrow(() -> new IllegalStateException("the system does not tell the processor time of a process"));
    }

    /** Memory of the process that is not swapped out, in bytes. Linux tells; 0 elsewhere. */
    public long residentBytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) return 0;
        return Files.readAllLines(status).stream().filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10).sum();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** A question that only a server answers which is ready. */
    @FunctionalInterface
    public interface Probe {
        boolean answers() throws IOException;
    }
}
