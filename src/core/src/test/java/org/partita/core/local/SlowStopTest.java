package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.PublishRequest;
import org.partita.core.execution.Timers;
import org.partita.storage.PartitionStore;
import org.partita.core.record.Codecs;
import org.partita.storage.SegmentStore;

/** A stop for which there is more state to write than there is time. */
class SlowStopTest {
    private static final int PARTITIONS = 40;
    private static final int MILLIS_A_STATE = 1_000;

    private final BrokerBench bench = BrokerBench.started();
    private long slowMillis;
    private int statesWritten;

    @Test
    void stopIsCleanInTimeAndTheNextStartReadsWhatWasNotNoted() {
        LocalBroker broker = brokerOnSlowDisk();
        bench.get(broker.createTopic(new NewTopic("orders", PARTITIONS, NewTopic.DEFAULT,
            Map.of("segment.bytes", "4096"))));
        for (int partition = 0; partition < PARTITIONS; partition++) {
            for (String value : List.of("a".repeat(3_000), "b".repeat(3_000))) {
                bench.get(broker.publish(new PublishRequest("orders", List.of(BrokerBench.to(partition, value)),
                    AckPolicy.QUORUM, 10_000)));
            }
        }

        statesWritten = 0;
        boolean clean = bench.get(broker.stop());

        assertThat(clean).isTrue();
        assertThat(statesWritten).isPositive().isLessThan(PARTITIONS);
        assertThat((long) statesWritten * MILLIS_A_STATE).isLessThan(BrokerLimits.DEFAULT.stopMillis());
        bench.killAndStart();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            assertThat(bench.values("orders", partition)).hasSize(2);
        }
    }

    private LocalBroker brokerOnSlowDisk() {
        bench.killAndStart();
        bench.store.close();
        bench.time.discardAll();
        return LocalBroker.start(new BrokerConfig(1, false), new BrokerPorts(slow(SegmentStore.class,
            bench.disk.open()), name -> bench.time.lane(), bench.fsyncs, bench.reads, bench.completions,
            new SlowTimers(), () -> Instant.EPOCH, bench.random, Codecs.JDK));
    }

    /** Time that the disk takes passes for the broker. */
    private final class SlowTimers implements Timers {
        @Override
        public long nowMillis() {
            return bench.time.nowMillis() + slowMillis;
        }

        @Override
        public Cancellable schedule(long delayMillis, Runnable task) {
            return bench.time.schedule(delayMillis, task);
        }
    }

    private <T> T slow(Class<T> port, T real) {
        return port.cast(Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {port},
            (proxy, method, arguments) -> {
                try {
                    Object result = method.invoke(real, arguments);
                    if (method.getName().equals("writeState") && arguments[0].equals("log")) {
                        slowMillis += MILLIS_A_STATE;
                        statesWritten++;
                    }
                    return result instanceof PartitionStore files ? slow(PartitionStore.class, files) : result;
                } catch (InvocationTargetException failure) {
                    throw failure.getCause();
                }
            }));
    }
}
