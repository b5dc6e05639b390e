package org.partita.wire.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestHeader;

import org.partita.core.broker.Broker;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.local.LocalBroker;
import org.partita.storage.SegmentStore;
import org.partita.wire.api.ServedBroker;
import org.partita.wire.api.WireApis;
import org.partita.wire.protocol.AnswerMeter;
import org.partita.wire.protocol.KafkaProtocol;
import org.partita.wire.server.Answer;
import org.partita.wire.server.RequestHandler;
import org.partita.wire.server.RequestRule;
import org.partita.wire.server.WireLimits;
import org.partita.wire.server.WireServer;

/** A listener in front of a broker in memory, on a free port of the loopback address. */
public final class KafkaListener implements AutoCloseable {
    public static final int BROKER_ID = 1;
    private static final Duration WITHIN = Duration.ofSeconds(20);

    private final List<MemoryBroker> retired = new ArrayList<>();
    private final Served handler = new Served();
    private final AnswerMeter meter = new AnswerMeter(System::nanoTime);
    private final NamedThreads threads = new NamedThreads();
    private final WireServer server;
    private MemoryBroker broker;

    private KafkaListener(MemoryBroker broker, WireLimits limits) {
        this.broker = broker;
        server = WireServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2, threads, limits,
            bound -> {
                serve(bound);
                return handler;
            });
    }

    private void serve(InetSocketAddress bound) {
        serve(broker.broker(), bound);
    }

    private void serve(Broker served, InetSocketAddress bound) {
        handler.protocol = new KafkaProtocol(WireApis.of(
            new ServedBroker(served, broker.config(), "127.0.0.1", bound.getPort())), meter);
    }

    /** Requests from now on are for this one, which stands before the broker there is. */
    public void serve(Broker inFront) {
        serve(inFront, server.address());
    }

    /** Stops the broker in order and starts it again, while the connections stay. */
    public void restartBroker() {
        retired.add(broker);
        broker = broker.restarted();
        serve(server.address());
    }

    public static KafkaListener started() {
        return started(WireLimits.DEFAULT);
    }

    public static KafkaListener started(WireLimits limits) {
        return new KafkaListener(new MemoryBroker(new BrokerConfig(BROKER_ID, false)), limits);
    }

    /** @param store stays the caller's to close */
    public static KafkaListener on(SegmentStore store) {
        return new KafkaListener(new MemoryBroker(new BrokerConfig(BROKER_ID, false), store), WireLimits.DEFAULT);
    }

    public static KafkaListener creatingTopics() {
        return new KafkaListener(new MemoryBroker(new BrokerConfig(BROKER_ID, true)), WireLimits.DEFAULT);
    }

    public WireServer server() {
        return server;
    }

    public AnswerMeter meter() {
        return meter;
    }

    public MemoryBroker memory() {
        return broker;
    }

    public LocalBroker broker() {
        return broker.broker();
    }

    public String bootstrap() {
        return "127.0.0.1:" + server.address().getPort();
    }

    public RawClient connect() throws IOException {
        return new RawClient(server.address());
    }

    /** Asks on a connection of its own. */
    public <R extends AbstractResponse> R ask(AbstractRequest request, Class<R> type) throws IOException {
        RequestHeader header = new RequestHeader(request.apiKey(), request.version(), "test", 7);
        try (RawClient client = connect()) {
            client.sendFrame(bytes(request.serializeWithHeader(header)));
            return type.cast(AbstractResponse.parseResponse(client.receive(), header));
        }
    }

    public static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Override
    public void close() {
        boolean clean = server.close(WITHIN);
        broker.close();
        if (broker.slices().open() > 0) throw new AssertionError(broker.slices().open() + " slices are left open");
        retired.forEach(MemoryBroker::close);
        if (!clean || threads.alive() > 0) throw new AssertionError("the listener did not end as it should");
    }

    /** Requests are for the broker that is there now. */
    private static final class Served implements RequestHandler {
        private volatile RequestHandler protocol;

        @Override
        public RequestRule rule(short apiKey, short apiVersion) {
            return protocol.rule(apiKey, apiVersion);
        }

        @Override
        public CompletionStage<Answer> handle(ByteBuffer request, CompletionStage<Void> clientGone) {
            return protocol.handle(request, clientGone);
        }
    }
}
