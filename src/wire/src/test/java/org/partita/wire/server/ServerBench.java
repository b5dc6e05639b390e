package org.partita.wire.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.awaitility.Awaitility;

import org.partita.wire.testing.NamedThreads;
import org.partita.wire.testing.RawClient;

/** A listener whose requests are answered when the test says so, and its clients. */
final class ServerBench implements AutoCloseable {
    static final Duration LONG = Duration.ofMinutes(5);
    static final Duration WITHIN = Duration.ofSeconds(20);
    static final WireTimeouts PATIENT = new WireTimeouts(LONG, LONG, LONG, LONG);
    static final WireLimits LIMITS = new WireLimits(1 << 20, 10, 4, 64 << 20, 16 << 20, PATIENT);

    private final ScriptedHandler handler = new ScriptedHandler();
    private final NamedThreads threads = new NamedThreads();
    private final List<RawClient> clients = new ArrayList<>();
    private WireServer server;

    void start(WireLimits limits) {
        start(Transport.best(), limits);
    }

    void start(WireTimeouts timeouts) {
        start(new WireLimits(LIMITS.maxFrameBytes(), LIMITS.maxConnections(), LIMITS.maxRequestsPerConnection(),
            LIMITS.maxUnsentBytes(), LIMITS.maxBytesInFlight(), timeouts));
    }

    void start(Transport transport, WireLimits limits) {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = WireServer.start(transport, anyPort, 2, threads, limits, bound -> handler);
    }

    WireServer server() {
        return server;
    }

    ScriptedHandler handler() {
        return handler;
    }

    NamedThreads threads() {
        return threads;
    }

    RawClient connect() throws IOException {
        return connect(0);
    }

    RawClient connect(int receiveBufferBytes) throws IOException {
        RawClient client = new RawClient(server.address(), receiveBufferBytes);
        clients.add(client);
        return client;
    }

    /** What was sent before has been read when other connections were answered by each of the event loops. */
    void awaitServed() throws IOException {
        for (int i = 0; i < 4; i++) {
            RawClient client = connect();
            client.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, i));
            assertThat(client.receive().getInt()).isEqualTo(i);
        }
    }

    static byte[] large(short api, int correlationId, int bytes) {
        return ScriptedHandler.request(api, correlationId, new int[bytes / Integer.BYTES]);
    }

    static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(WITHIN).until(condition);
    }

    @Override
    public void close() throws IOException {
        for (RawClient each : clients) each.close();
        if (server != null) server.close(WITHIN);
    }
}
