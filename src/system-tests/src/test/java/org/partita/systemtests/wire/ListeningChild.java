package org.partita.systemtests.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

import org.partita.core.broker.BrokerConfig;
import org.partita.core.local.LocalBroker;
import org.partita.storage.SegmentStore;
import org.partita.store.directory.DataDirectory;
import org.partita.systemtests.crash.BrokerThreads;
import org.partita.wire.api.ServedBroker;
import org.partita.wire.api.WireApis;
import org.partita.wire.protocol.AnswerMeter;
import org.partita.wire.protocol.KafkaProtocol;
import org.partita.wire.server.WireLimits;
import org.partita.wire.server.WireServer;

/** One life of a broker without a server that Kafka clients connect to. It ends when it is killed. */
final class ListeningChild {
    static final String LISTENING = "LISTENING";
    private static final int BROKER_ID = 1;
    private static final int EVENT_LOOPS = 2;
    private static final int REAL_TIME = 1;

    private ListeningChild() {
    }

    /** Arguments: data directory, port. */
    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[1]);
        BrokerConfig config = new BrokerConfig(BROKER_ID, false);
        try (DataDirectory directory = DataDirectory.open(Path.of(arguments[0]), BROKER_ID);
             SegmentStore store = directory.connect(); BrokerThreads threads = new BrokerThreads(REAL_TIME)) {
            LocalBroker broker = LocalBroker.start(config, threads.ports(store));
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            WireServer.start(address, EVENT_LOOPS, Thread::new, WireLimits.DEFAULT, bound -> new KafkaProtocol(
                WireApis.of(new ServedBroker(broker, config, address.getHostString(), port)),
                new AnswerMeter(System::nanoTime)));
            System.out.println(LISTENING);
            // Until the end of the parent, which ends the input.
            if (System.in.read() < 0) Runtime.getRuntime().halt(1);
        }
    }
}
