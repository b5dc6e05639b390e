package org.partita.bench.rows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.Comparison.Figure;
import org.partita.bench.comparison.Latency;
import org.partita.bench.http.HttpLoad;
import org.partita.bench.http.ServerProcess;
import org.partita.bench.process.ServerFiles;

/** H1 and H3: single messages over HTTP to a broker, against the same requests to a server that throws them away. */
final class PublishRow implements AutoCloseable {
    private static final List<Figure> THROUGHPUT = List.of(new Figure("", "requests/s, more is better"),
        new Figure("-cpu", "server CPU µs/request, less is better"));
    private static final String SINK = "/v1/sink";
    static final byte[] MESSAGE = ("{\"key\":\"customer-4821\",\"payload\":{\"text\":\"" + "x".repeat(970)
        + "\",\"total\":12.50}}").getBytes(StandardCharsets.UTF_8);

    private final Path directory;
    private final ServerProcess broker;
    private final ServerProcess peer;

    private PublishRow(Path directory, ServerProcess broker, ServerProcess peer) {
        this.directory = directory;
        this.broker = broker;
        this.peer = peer;
    }

    /** Starts both servers. @param distribution unpacked */
    static PublishRow start(Path distribution, Path parent) throws IOException {
        Path directory = ServerFiles.make(parent);
        ServerProcess broker = ServerProcess.broker(distribution, directory);
        try {
            for (String flush : List.of("async", "commit")) {
                broker.post("/v1/topics", "{\"name\":\"" + flush + "\",\"partitions\":3,\"config\":{\"flush\":\""
                    + flush + "\",\"retention.bytes\":268435456}}");
            }
            return new PublishRow(directory, broker, ServerProcess.peer(distribution, directory));
        } catch (IOException | RuntimeException | Error failed) {
            broker.close();
            ServerFiles.delete(directory);
            throw failed;
        }
    }

    Comparison closedLoop(String row, int connections, int requests) {
        HttpLoad ours = new HttpLoad(broker.port(), topic("async") + "?acks=leader", MESSAGE, connections);
        HttpLoad theirs = new HttpLoad(peer.port(), SINK, MESSAGE, connections);
        return new Comparison(row, THROUGHPUT, () -> throughput(broker, ours, requests),
            () -> throughput(peer, theirs, requests));
    }

    Comparison openLoop(String row, int requestsPerSecond, int requests) {
        int connections = 32;
        HttpLoad ours = new HttpLoad(broker.port(), topic("commit"), MESSAGE, connections);
        HttpLoad theirs = new HttpLoad(peer.port(), SINK, MESSAGE, connections);
        return new Comparison(row, Latency.FIGURES, () -> Latency.figures(ours.openLoop(requestsPerSecond, requests)),
            () -> Latency.figures(theirs.openLoop(requestsPerSecond, requests)));
    }

    private static String topic(String name) {
        return "/v1/topics/" + name + "/messages";
    }

    private static double[] throughput(ServerProcess server, HttpLoad load, int requests) throws IOException {
        long cpuNanos = server.processorTime().toNanos();
        long wallNanos = load.closedLoopNanos(requests);
        return new double[] {requests / (wallNanos / 1e9),
            (server.processorTime().toNanos() - cpuNanos) / 1e3 / requests};
    }

    @Override
    public void close() throws IOException {
        broker.close();
        peer.close();
        ServerFiles.delete(directory);
    }
}
