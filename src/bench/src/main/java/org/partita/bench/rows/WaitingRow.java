package org.partita.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

import org.HdrHistogram.Histogram;
import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.Comparison.Figure;
import org.partita.bench.comparison.Latency;
import org.partita.bench.comparison.Volume.Readers;
import org.partita.bench.http.HttpLoad;
import org.partita.bench.http.ServerProcess;
import org.partita.bench.http.WaitingReaders;
import org.partita.bench.process.ServerFiles;

/** R1: single messages over HTTP to a broker with long polls and tails, against the same to a broker without any. */
final class WaitingRow implements AutoCloseable {
    private static final int CONNECTIONS = 32;
    private static final int LOUD_MESSAGES = 40;
    private static final String WAITING_POLL = "/v1/topics/quiet/partitions/0/messages?offset=0";
    private static final int POLL_MILLIS = 25_000;
    private static final String WAITING_TAIL = "/v1/topics/quiet/partitions/0/messages?offset=0";
    private static final String LOUD_TAIL = "/v1/topics/loud/partitions/0/messages?offset=0";
    private static final double BYTES_PER_MIB = 1 << 20;
    private static final Pattern WAITING_FETCHES = Pattern.compile("(?m)^partita_waiting_fetches\\S* ([0-9.E]+)");
    private static final long WAITING_WITHIN_NANOS = 60_000_000_000L;
    private static final long LOOK_AGAIN_NANOS = 100_000_000;

    private final Path directory;
    private final ServerProcess visited;
    private final ServerProcess idle;
    private final Readers load;

    private WaitingRow(Path directory, ServerProcess visited, ServerProcess idle, Readers load) {
        this.directory = directory;
        this.visited = visited;
        this.idle = idle;
        this.load = load;
    }

    /** Starts two brokers. @param distribution unpacked */
    static WaitingRow start(Path distribution, Path parent, Readers load) throws IOException {
        Path directory = ServerFiles.make(parent);
        List<ServerProcess> brokers = new ArrayList<>();
        try {
            for (String each : List.of("visited", "idle")) brokers.add(broker(distribution, directory.resolve(each)));
            return new WaitingRow(directory, brokers.get(0), brokers.get(1), load);
        } catch (IOException | RuntimeException | Error failed) {
            brokers.forEach(ServerProcess::close);
            ServerFiles.delete(directory);
            throw failed;
        }
    }

    private static ServerProcess broker(Path distribution, Path directory) throws IOException {
        Files.createDirectory(directory);
        ServerProcess broker = ServerProcess.broker(distribution, directory);
        try {
            for (String topic : List.of("quiet", "loud", "published")) {
                broker.post("/v1/topics", "{\"name\":\"" + topic
                    + "\",\"partitions\":1,\"config\":{\"retention.bytes\":268435456}}");
            }
            String large = "{\"payload\":\"" + "x".repeat(900_000) + "\"}";
            for (int i = 0; i < LOUD_MESSAGES; i++) broker.post("/v1/topics/loud/messages", large);
            return broker;
        } catch (IOException | RuntimeException | Error failed) {
            broker.close();
            throw failed;
        }
    }

    Comparison openLoop(String row, int requestsPerSecond, int requests) {
        HttpLoad beside = load(visited);
        HttpLoad alone = load(idle);
        List<Figure> figures = new ArrayList<>(Latency.FIGURES);
        figures.add(new Figure("-rss", "MiB of the server, less is better"));
        return new Comparison(row, figures, () -> {
            try (WaitingReaders readers = WaitingReaders.start(visited.port(), load, WAITING_POLL, POLL_MILLIS,
                WAITING_TAIL, LOUD_TAIL)) {
                awaitReaders();
                // Not measured: what their coming has set off is still under way.
                beside.openLoop(requestsPerSecond, requests / 2);
                double[] measured = measured(visited, beside.openLoop(requestsPerSecond, requests));
                readers.requireAllThere();
                return measured;
            }
        }, () -> measured(idle, alone.openLoop(requestsPerSecond, requests)));
    }

    /** That many come at once is not measured, but what they cost when they wait. */
    private void awaitReaders() throws IOException {
        long deadlineNanos = System.nanoTime() + WAITING_WITHIN_NANOS;
        while (waitingFetches() < load.polls()) {
            if (System.nanoTime() > deadlineNanos) throw new IOException(waitingFetches() + " fetches wait at last");
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    private long waitingFetches() throws IOException {
        return WAITING_FETCHES.matcher(visited.get("/metrics")).results()
            .mapToLong(each -> (long) Double.parseDouble(each.group(1))).max().orElse(0);
    }

    private static HttpLoad load(ServerProcess broker) {
        return new HttpLoad(broker.port(), "/v1/topics/published/messages", PublishRow.MESSAGE, CONNECTIONS);
    }

    private static double[] measured(ServerProcess broker, Histogram nanos) throws IOException {
        double[] latency = Latency.figures(nanos);
        double[] all = Arrays.copyOf(latency, latency.length + 1);
        all[latency.length] = broker.residentBytes() / BYTES_PER_MIB;
        return all;
    }

    @Override
    public void close() throws IOException {
        visited.close();
        idle.close();
        ServerFiles.delete(directory);
    }
}
