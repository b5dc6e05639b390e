package org.partita.bench.wire;

import java.io.IOException;

import org.partita.bench.comparison.Run;
import org.partita.bench.kafka.ProducerSettings;

/** What is measured over Kafka's protocol, see the site's page on benchmarks. */
public final class WireRows {
    private WireRows() {
    }

    /** Throughput of a producer. */
    public static void w1(BrokerPair pair, Run run) throws IOException {
        saturation("W1", BrokerPair.ASYNC, run.volume().messages(), pair, run);
    }

    /** Latency at a fixed rate. */
    public static void w2(BrokerPair pair, Run run) throws IOException {
        latency("W2", BrokerPair.ASYNC, pair, run);
    }

    /** Both, with everything on disk before it is acknowledged. */
    public static void w3(BrokerPair pair, Run run) throws IOException {
        saturation("W3", BrokerPair.FORCED, run.volume().forcedMessages(), pair, run);
        latency("W3", BrokerPair.FORCED, pair, run);
    }

    /** Throughput of a consumer. */
    public static void w4(BrokerPair pair, Run run) throws IOException {
        ConsumeRow consume = ConsumeRow.fill(pair, run.volume().messages());
        consume.cached("W4.cached", pair).run(run);
        consume.whileProducing("W4.catch-up", pair).run(run);
    }

    /** Throughput of a producer beside idle connections, and memory. */
    public static void w5(BrokerPair pair, Run run) throws IOException {
        new IdleRow(run).comparison("W5", pair).run(run);
    }

    private static void saturation(String row, String topic, int messages, BrokerPair pair, Run run)
            throws IOException {
        new SaturationRow(topic, 16 << 10, messages).comparison(row + ".16k", pair).run(run);
        new SaturationRow(topic, 256 << 10, messages).comparison(row + ".256k", pair).run(run);
    }

    private static void latency(String row, String topic, BrokerPair pair, Run run) throws IOException {
        for (int thousands : new int[] {2, 20}) {
            int perSecond = thousands * 1_000;
            int messages = run.volume().messagesAt(perSecond);
            String name = row + ".at-" + thousands + "k";
            new LatencyRow(topic, ProducerSettings.LINGER_MILLIS, perSecond, messages).comparison(name, pair).run(run);
            new LatencyRow(topic, 0, perSecond, messages).comparison(name + "-at-once", pair).run(run);
        }
    }
}
