package org.partita.broker;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

import org.partita.core.broker.Broker;
import org.partita.core.broker.BrokerConfig;
import org.partita.settings.Endpoint;
import org.partita.settings.Listener;
import org.partita.wire.api.ServedBroker;
import org.partita.wire.api.WireApis;
import org.partita.wire.protocol.AnswerMeter;
import org.partita.wire.protocol.AnswerTimes;
import org.partita.wire.protocol.KafkaProtocol;
import org.partita.wire.server.ListenerException;
import org.partita.wire.server.RequestHandler;
import org.partita.wire.server.WireLimits;
import org.partita.wire.server.WireServer;
import org.partita.wire.server.WireStatistics;

/** The Kafka protocol in front of a broker. */
final class WireListener implements WireFace, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(WireListener.class.getName());
    /** Half of it for answers that are under way. */
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

    private final Listener setting;
    private final WireServer server;
    private final AnswerMeter meter;

    private WireListener(Listener setting, WireServer server, AnswerMeter meter) {
        this.setting = setting;
        this.server = server;
        this.meter = meter;
    }

    /**
     * Listens.
     *
     * @param setting of a listener that is not off
     * @param threads for its event loops
     * @throws ListenerException if it cannot listen there
     */
    static WireListener start(Listener setting, Broker broker, BrokerConfig config, ThreadFactory threads) {
        requireNonNull(setting, "setting");
        InetSocketAddress address = new InetSocketAddress(setting.bind(), setting.port());
        int eventLoops = Math.max(2, Runtime.getRuntime().availableProcessors());
        AnswerMeter meter = new AnswerMeter(System::nanoTime);
        return new WireListener(setting, WireServer.start(address, eventLoops, threads, WireLimits.DEFAULT,
            bound -> protocol(told(setting, bound), broker, config, meter)), meter);
    }

    private static RequestHandler protocol(Endpoint told, Broker broker, BrokerConfig config, AnswerMeter meter) {
        return new KafkaProtocol(WireApis.of(new ServedBroker(broker, config, told.host(), told.port())), meter);
    }

    /** The port that was taken, which was any free one if the setting says so. */
    private static Endpoint told(Listener setting, InetSocketAddress bound) {
        return setting.withPort(bound.getPort()).told();
    }

    @Override
    public Optional<String> endpoint() {
        return Optional.of(told(setting, server.address()).toString());
    }

    @Override
    public WireFigures figures() {
        WireStatistics now = server.statistics();
        return new WireFigures(now.connections(), now.connectionsRefused(), now.requestBytes(), now.unsentBytes(),
            times(meter.produce()), times(meter.fetch()), meter.errors());
    }

    private static WireFigures.Times times(AnswerTimes times) {
        return new WireFigures.Times(AnswerTimes.BOUNDS_MICROS, times.within(), times.sumMicros());
    }

    /** Lets answers that are under way be given, within a bound, and ends its threads. */
    @Override
    public void close() {
        server.close(CLOSE_WITHIN);
        if (WireServer.awaitLastThread(CLOSE_WITHIN)) return;
        LOG.log(Level.WARNING, "a thread of the listener is left after {0} s", CLOSE_WITHIN.toSeconds());
    }
}
