package org.partita.bench.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.partita.bench.process.MeasuredProcess;

/** A server in a process of its own, on a free port. Closing it stops it. */
public final class ServerProcess implements AutoCloseable {
    private static final String OPTIONS = String.join(" ", MeasuredProcess.jvmOptions());
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(30);
    private static final int NONE = -1;

    private final HttpClient client = HttpClient.newHttpClient();
    private final MeasuredProcess process;
    private final int port;
    private final int wirePort;

    private ServerProcess(MeasuredProcess process, int port, int wirePort) {
        this.process = process;
        this.port = port;
        this.wirePort = wirePort;
    }

    /**
     * One broker.
     *
     * @param distribution unpacked
     * @param directory for its data and its log
     */
    public static ServerProcess broker(Path distribution, Path directory) throws IOException {
        int port = MeasuredProcess.freePort();
        int wirePort = MeasuredProcess.freePort();
        Path log = directory.resolve("broker.log");
        ProcessBuilder command = new ProcessBuilder(distribution.resolve("bin/partita").toString(), "broker",
            "--http", Integer.toString(port), "--wire", Integer.toString(wirePort),
            "--data", directory.resolve("data").toString());
        command.environment().put("PARTITA_JAVA_OPTS", OPTIONS);
        return started(new ServerProcess(MeasuredProcess.start(command, log), port, wirePort), "/health/ready",
            "\"partita-broker\"");
    }

    /**
     * The same server as a broker's, with the same heap and settings of its listener, and {@code POST /v1/sink}.
     *
     * @param distribution unpacked; its copy of the server is taken
     * @param directory for its files and its log
     */
    public static ServerProcess peer(Path distribution, Path directory) throws IOException {
        int port = MeasuredProcess.freePort();
        Path beforeBoot = Files.write(directory.resolve("before-boot"), List.of("set configs.config.server-config."
            + "network-config.protocols.protocol.http-listener.http.max-connections=-1"));
        Path archive = PeerArchive.write(directory.resolve("sink.war"));
        ProcessBuilder command = new ProcessBuilder(MeasuredProcess.java(),
            "-Djava.io.tmpdir=" + directory, "-Dmp.opentracing.server.skip-pattern=.*",
            "-jar", distribution.resolve("lib/payara-micro.jar").toString(), "--nohazelcast", "--disablephonehome",
            "--port", Integer.toString(port), "--contextroot", "/",
            "--prebootcommandfile", beforeBoot.toString(), "--deploy", archive.toString());
        command.command().addAll(1, MeasuredProcess.jvmOptions());
        Path log = directory.resolve("peer.log");
        return started(new ServerProcess(MeasuredProcess.start(command, log), port, NONE), "/v1/sink", "");
    }

    private static ServerProcess started(ServerProcess server, String probe, String sign) throws IOException {
        try {
            server.process.awaitReady(() -> server.answers(probe, sign));
            return server;
        } catch (IOException | RuntimeException | Error failed) {
            server.close();
            throw failed;
        }
    }

    public int port() {
        return port;
    }

    /** Of a broker's listener for Kafka's protocol. */
    public int wirePort() {
        return wirePort;
    }

    /** Processor time of the process since its start. */
    public Duration processorTime() {
        return process.processorTime();
    }

    /** Memory of the process that is not swapped out, in bytes. Linux tells; 0 elsewhere. */
    public long residentBytes() throws IOException {
        return process.residentBytes();
    }

    /** Sends one request outside of what is measured. @throws IOException if it is not answered with 201 */
    public void post(String path, String json) throws IOException {
        HttpResponse<String> answer = send(request(path).header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)).build());
        if (answer.statusCode() != 201) throw new IOException(answer.statusCode() + " " + answer.body());
    }

    /** Reads one answer outside of what is measured. @throws IOException if its status is not 200 */
    public String get(String path) throws IOException {
        HttpResponse<String> answer = send(request(path).GET().build());
        if (answer.statusCode() != 200) throw new IOException(answer.statusCode() + " " + answer.body());
        return answer.body();
    }

    /** Whether there is something at the path. */
    private boolean answers(String probe, String sign) throws IOException {
        try {
            HttpResponse<String> answer = send(request(probe).GET().build());
            return answer.statusCode() != 404 && answer.statusCode() < 500 && answer.body().contains(sign);
        } catch (IOException notListening) {
            // Not yet: whoever waits has a deadline, and shows the log when it passes.
            return false;
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(ANSWERS_WITHIN);
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
        process.close();
    }
}
