package org.partita.bench.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own, on a free port. Closing it stops it. All servers get the same heap, and what the
 * system property {@code partita.bench.server-options} adds to the options of their JVM.
 */
public final class ServerProcess implements AutoCloseable {
    private static final String OPTIONS =
        "-Xms512m -Xmx512m " + System.getProperty("partita.bench.server-options", "");
    private static final Duration READY_WITHIN = Duration.ofSeconds(120);
    private static final long STOP_SECONDS = 60;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final int port;
    private final Path log;

    private ServerProcess(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /**
     * One broker.
     *
     * @param distribution unpacked
     * @param directory for its data and its log
     */
    public static ServerProcess broker(Path distribution, Path directory) throws IOException {
        int port = freePort();
        Path log = directory.resolve("broker.log");
        ProcessBuilder command = new ProcessBuilder(distribution.resolve("bin/partita").toString(), "broker",
            "--http", Integer.toString(port), "--data", directory.resolve("data").toString());
        command.environment().put("PARTITA_JAVA_OPTS", OPTIONS);
        return started(command, port, log, "/health/ready", "\"partita-broker\"");
    }

    /**
     * The same server as a broker's, with the same heap and settings of its listener, and {@code POST /v1/sink}.
     *
     * @param distribution unpacked; its copy of the server is taken
     * @param directory for its files and its log
     */
    public static ServerProcess peer(Path distribution, Path directory) throws IOException {
        int port = freePort();
        Path beforeBoot = Files.write(directory.resolve("before-boot"), List.of("set configs.config.server-config."
            + "network-config.protocols.protocol.http-listener.http.max-connections=-1"));
        Path archive = PeerArchive.write(directory.resolve("sink.war"));
        ProcessBuilder command = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + directory, "-Dmp.opentracing.server.skip-pattern=.*",
            "-jar", distribution.resolve("lib/payara-micro.jar").toString(), "--nohazelcast", "--disablephonehome",
            "--port", Integer.toString(port), "--contextroot", "/",
            "--prebootcommandfile", beforeBoot.toString(), "--deploy", archive.toString());
        command.command().addAll(1, List.of(OPTIONS.split(" +")));
        return started(command, port, directory.resolve("peer.log"), "/v1/sink", "");
    }

    private static ServerProcess started(ProcessBuilder command, int port, Path log, String probe, String sign)
        throws IOException {
        Process process = command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        ServerProcess server = new ServerProcess(process, port, log);
        try {
            server.awaitReady(probe, sign);
        } catch (IOException | RuntimeException | Error failed) {
            server.close();
            throw failed;
        }
        return server;
    }

    public int port() {
        return port;
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

    /** Sends one request outside of what is measured. @throws IOException if it is not answered with 201 */
    public void post(String path, String json) throws IOException {
        HttpResponse<String> answer = send(request(path).header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)).build());
        if (answer.statusCode() != 201) throw new IOException(answer.statusCode() + " " + answer.body());
    }

    private void awaitReady(String probe, String sign) throws IOException {
        long deadlineNanos = System.nanoTime() + READY_WITHIN.toNanos();
        while (!answers(probe, sign)) {
            if (!process.isAlive() || System.nanoTime() > deadlineNanos) {
                throw new IOException("the server did not start: " + Files.readString(log));
            }
        }
    }

    /** Whether there is something at the path; waits a moment if not. */
    private boolean answers(String probe, String sign) throws IOException {
        try {
            HttpResponse<String> answer = send(request(probe).GET().build());
            if (answer.statusCode() != 404 && answer.statusCode() < 500 && answer.body().contains(sign)) return true;
        } catch (IOException notListening) {
            // Not yet: whoever waits has a deadline, and shows the log when it passes.
        }
        try {
            return process.waitFor(200, TimeUnit.MILLISECONDS) && false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(Duration.ofSeconds(30));
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
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

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
