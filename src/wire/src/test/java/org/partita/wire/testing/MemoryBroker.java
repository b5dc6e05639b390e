package org.partita.wire.testing;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishRequest;
import org.partita.core.broker.TopicStatus;
import org.partita.core.execution.SerialExecutor;
import org.partita.core.execution.Timers;
import org.partita.core.local.LocalBroker;
import org.partita.core.record.Bytes;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.testing.MemoryDisk;
import org.partita.storage.testing.MemorySegmentStore;
import org.partita.wire.compression.LibraryCodecs;

/** A real broker with its disk in memory, on threads of its own. */
public final class MemoryBroker implements AutoCloseable {
    public static final String CLUSTER_ID = "test-cluster";
    private static final long ANSWER_SECONDS = 30;

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final LocalBroker broker;
    private final BrokerConfig config;
    private final MemoryDisk disk;
    private final MemorySegmentStore store;

    public MemoryBroker(BrokerConfig config) {
        this(config, new MemoryDisk(new DirectoryIdentity(CLUSTER_ID, config.brokerId(), new UUID(1, 1), 1)));
    }

    private MemoryBroker(BrokerConfig config, MemoryDisk disk) {
        this.config = config;
        this.disk = disk;
        this.store = disk.open();
        this.broker = LocalBroker.start(config, new BrokerPorts(store,
            name -> new SerialExecutor(threads, 10_000), threads, threads, threads, new PoolTimers(timers),
            InstantSource.system(), new SplittableRandom(7), LibraryCodecs.all()));
    }

    /** Stops in order and gives another broker on the same disk. What waits here is answered until {@link #close}. */
    MemoryBroker restarted() {
        broker.close();
        store.close();
        return new MemoryBroker(config, disk);
    }

    public LocalBroker broker() {
        return broker;
    }

    public BrokerConfig config() {
        return config;
    }

    public TopicStatus create(String topic, int partitions) throws Exception {
        return broker.createTopic(new NewTopic(topic, partitions, NewTopic.DEFAULT, Map.of())).toCompletableFuture()
            .get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }

    public void publish(String topic, int partition, long timestampMillis, String value) throws Exception {
        OutboundMessage message =
            new OutboundMessage(Bytes.NULL, Bytes.utf8(value), List.of(), partition, timestampMillis);
        broker.publish(new PublishRequest(topic, List.of(message), AckPolicy.QUORUM, 10_000)).toCompletableFuture()
            .get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        broker.close();
        timers.shutdownNow();
        threads.shutdownNow();
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
