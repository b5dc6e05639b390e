package org.partita.web.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.Dependent;
import jakarta.ws.rs.core.GenericType;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.hk2.api.Context;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.internal.inject.AbstractBinder;
import org.glassfish.jersey.server.ResourceConfig;

import org.partita.broker.BrokerSettings;
import org.partita.broker.BrokerState;
import org.partita.broker.ReaderAnswers;
import org.partita.broker.TailThreads;
import org.partita.broker.WireFace;
import org.partita.broker.WireFigures;
import org.partita.core.broker.Broker;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.execution.Budget;
import org.partita.core.execution.SerialExecutor;
import org.partita.core.execution.Timers;
import org.partita.core.idempotency.IdempotencyLimits;
import org.partita.core.local.LocalBroker;
import org.partita.core.record.Codecs;
import org.partita.settings.Listener;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.testing.MemoryDisk;
import org.partita.storage.testing.MemorySegmentStore;
import org.partita.web.PartitaApplication;
import org.partita.web.http.BrokerAccess;
import org.partita.web.http.Refusals;
import org.partita.web.http.RequestBody;
import org.partita.web.metrics.RequestMeter;
import org.partita.web.stream.EventStreams;
import org.partita.web.tail.TailOpening;
import org.partita.web.tail.Tails;

/** The HTTP face on a real broker with its disk in memory, behind the HTTP server that Payara uses, on a free port. */
public final class HttpFace implements AutoCloseable {
    public static final int MAX_BODY_BYTES = 2 << 20;
    private static final BrokerSettings SETTINGS = new BrokerSettings(1, "a", "127.0.0.1:8080",
        new Listener(InetAddress.getLoopbackAddress(), 9_092, ""), false);

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final PausableExecutor disk = new PausableExecutor(threads);
    private final PausableExecutor readers = new PausableExecutor(threads);
    private final Budget bodyBytes = new Budget(2L * MAX_BODY_BYTES);
    private final Tails tails = new Tails(32L << 20);
    private final RecordedMeter meter = new RecordedMeter();
    private final HttpServer server;
    private final LocalBroker broker;
    private volatile WireFace wire = WireFace.OFF;

    private HttpFace(IdempotencyLimits limits) throws IOException {
        MemorySegmentStore store = new MemoryDisk(new DirectoryIdentity("test", 1, new UUID(1, 1), 1)).open();
        broker = LocalBroker.start(new BrokerConfig(1, false, 3, BrokerLimits.DEFAULT, limits), new BrokerPorts(store,
            name -> new SerialExecutor(threads, 10_000), disk, threads, threads, new PoolTimers(timers),
            InstantSource.system(), new SplittableRandom(7), Codecs.JDK));
        server = serve(() -> new BrokerState.Ready(broker, SETTINGS,
            new ReaderAnswers(readers, new Budget(64L << 20)),
             new TailThreads(threads, new PoolTimers(timers)), wire));
    }

    public static HttpFace started() {
        return remembering(IdempotencyLimits.DEFAULT);
    }

    public static HttpFace remembering(IdempotencyLimits limits) {
        try {
            return new HttpFace(limits);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** From now on there is a listener of the Kafka protocol, as far as anybody tells. */
    public void tellWire(String endpoint) {
        wire = new WireFace() {
            @Override
            public Optional<String> endpoint() {
                return Optional.of(endpoint);
            }

            @Override
            public WireFigures figures() {
                return WireFigures.NONE;
            }
        };
    }

    /** From now on nothing becomes durable. */
    public void pauseForces() {
        disk.pause();
    }

    public void resumeForces() {
        disk.resume();
    }

    /** From now on answers with messages wait for a thread. */
    public void pauseAnswersToReaders() {
        readers.pause();
    }

    public void resumeAnswersToReaders() {
        readers.resume();
    }

    /** Of bodies that are held. */
    public long bodyBytesInFlight() {
        return bodyBytes.used();
    }

    /** Those that are being ended included. */
    public int openTails() {
        return tails.open();
    }

    /** Waits until every tail has given back what it had. */
    public void awaitNoTails() {
        while (tails.open() > 0) Thread.onSpinWait();
    }

    /** What requests reported so far. */
    public RecordedMeter meter() {
        return meter;
    }

    /** What everything here runs on. */
    public Executor threads() {
        return threads;
    }

    public Broker broker() {
        return broker;
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getListener("grizzly").getPort() + path);
    }

    public HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    public HttpResponse<String> post(String path, String json, String... headers) {
        return post(path, json.getBytes(StandardCharsets.UTF_8), headers);
    }

    public HttpResponse<String> post(String path, byte[] body, String... headers) {
        return send(request(path, headers).header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    public HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(60));
        return headers.length == 0 ? request : request.headers(headers);
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<byte[]> sendForBytes(HttpRequest.Builder request) {
        return send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.send(request.build(), handler);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** A request for events; the answer is read as it comes. */
    public EventReader events(String path, String... headers) {
        return new EventReader(send(request(path, headers).header("Accept", EventStreams.MEDIA_TYPE).GET(),
            HttpResponse.BodyHandlers.ofInputStream()));
    }

    /** The broker stops, the server goes on. */
    public void stopBroker() {
        broker.close();
    }

    @Override
    public void close() {
        server.shutdownNow();
        broker.close();
        timers.shutdownNow();
        threads.shutdownNow();
    }

    private HttpServer serve(BrokerAccess access) throws IOException {
        ResourceConfig api = ResourceConfig.forApplication(new PartitaApplication()).register(new AbstractBinder() {
            @Override
            protected void configure() {
                bind(new DependentScope()).to(new GenericType<Context<Dependent>>() { });
                bind(access).to(BrokerAccess.class);
                bind(new RequestBody(MAX_BODY_BYTES, bodyBytes, 60_000, System::nanoTime)).to(RequestBody.class);
                bind(meter).to(RequestMeter.class);
                bind(tails).to(Tails.class);
                bind(GrizzlyEventStreams.class).to(EventStreams.class);
                bind((Refusals) answer -> problem -> answer.resume(problem.toResponse())).to(Refusals.class);
                bindAsContract(TailOpening.class);
            }
        });
        HttpServer server = GrizzlyHttpServerFactory.createHttpServer(URI.create("http://127.0.0.1:0/"), api, false);
        server.start();
        return server;
    }

    private record PoolTimers(ScheduledExecutorService pool) implements Timers {
        @Override
        public long nowMillis() {
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        }

        @Override
        public Cancellable schedule(long delayMillis, Runnable task) {
            Future<?> scheduled = pool.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
            return () -> scheduled.cancel(false);
        }
    }
}
