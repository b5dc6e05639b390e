package org.partita.bench.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.partita.bench.comparison.Schedule;

/** The same request again and again over a number of connections. */
public final class HttpLoad {
    private static final int CREATED = 201;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final int port;
    private final byte[] request;
    private final int connections;

    /** @param body sent as JSON; every answer must have status 201 */
    public HttpLoad(int port, String path, byte[] body, int connections) {
        this(port, path, "application/json", body, connections);
    }

    /** @param body every answer to it must have status 201 */
    public HttpLoad(int port, String path, String contentType, byte[] body, int connections) {
        this.port = port;
        this.request = HttpConnection.post(path, contentType, body);
        this.connections = connections;
    }

    /** Closed loop: each connection sends when it has the answer before. @return how long it took */
    public long closedLoopNanos(int requests) throws IOException {
        AtomicInteger left = new AtomicInteger(requests);
        long startNanos = System.nanoTime();
        onEveryConnection(connection -> {
            while (left.getAndDecrement() > 0) connection.exchange(request, CREATED);
        });
        return System.nanoTime() - startNanos;
    }

    /**
     * Open loop: requests have fixed times at which they are due, whatever became of those before.
     *
     * @return nanoseconds from when a request was due until its answer was there
     */
    public Histogram openLoop(int requestsPerSecond, int requests) throws IOException {
        Histogram latencies = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
        AtomicInteger next = new AtomicInteger();
        Schedule schedule = new Schedule(requestsPerSecond);
        onEveryConnection(connection -> {
            for (int i = next.getAndIncrement(); i < requests; i = next.getAndIncrement()) {
                long dueNanos = schedule.await(i);
                connection.exchange(request, CREATED);
                latencies.recordValue(System.nanoTime() - dueNanos);
            }
        });
        return latencies;
    }

    private void onEveryConnection(Work work) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                running.add(threads.submit(() -> {
                    try (HttpConnection connection = new HttpConnection(port)) {
                        work.on(connection);
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) each.get();
        } catch (ExecutionException failed) {
            throw new IOException("a connection failed", failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        } finally {
            threads.shutdownNow();
        }
    }

    @FunctionalInterface
    private interface Work {
        void on(HttpConnection connection) throws IOException;
    }
}
