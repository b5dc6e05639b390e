package org.partita.wire.testing;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.broker.TopicStatus;
import org.partita.core.execution.SerialExecutor;
import org.partita.core.execution.Timers;
import org.partita.core.local.LocalBroker;
import org.partita.core.record.Bytes;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.SegmentStore;
import org.partita.storage.testing.MemoryDisk;
import org.partita.wire.compression.LibraryCodecs;

/** A real broker with its disk in memory, or on a store that it is given, on threads of its own. */
public final class MemoryBroker implements AutoCloseable {
    public static final String CLUSTER_ID = "test-cluster";
    private static final long ANSWER_SECONDS = 30;

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final CountedSlices slices = new CountedSlices();
    private final LocalBroker broker;
    private final BrokerConfig config;
    private final SegmentStore store;
    private final Supplier<SegmentStore> disk;

    public MemoryBroker(BrokerConfig config) {
        this(config, new MemoryDisk(new DirectoryIdentity(CLUSTER_ID, config.brokerId(), new UUID(1, 1), 1))::open);
    }

    private MemoryBroker(BrokerConfig config, Supplier<SegmentStore> disk) {
        this(config, disk.get(), disk);
    }

    /** @param store stays the caller's to close */
    public MemoryBroker(BrokerConfig config, SegmentStore store) {
        this(config, store, () -> {
            throw new IllegalStateException("whoever gave the store opens it again");
        });
    }

    private MemoryBroker(BrokerConfig config, SegmentStore store, Supplier<SegmentStore> disk) {
        this.config = config;
        this.store = store;
        this.disk = disk;
        this.broker = LocalBroker.start(config, new BrokerPorts(slices.over(store),
            name -> new SerialExecutor(threads, 10_000), threads, threads, threads, new PoolTimers(timers),
            InstantSource.system(), new SplittableRandom(7), LibraryCodecs.all()));
    }

    /** Stops in order and gives another broker on the same disk. What waits here is answered until {@link #close}. */
    MemoryBroker restarted() {
        broker.close();
        store.close();
        return new MemoryBroker(config, disk);
    }

    /** What of the store is open. */
    public CountedSlices slices() {
        return slices;
    }

    public LocalBroker broker() {
        return broker;
    }

    public BrokerConfig config() {
        return config;
    }

    public TopicStatus create(String topic, int partitions) throws Exception {
        return create(topic, partitions, Map.of());
    }

    public TopicStatus create(String topic, int partitions, Map<String, String> settings) throws Exception {
        return broker.createTopic(new NewTopic(topic, partitions, NewTopic.DEFAULT, settings)).toCompletableFuture()
            .get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }

    public void publish(String topic, int partition, long timestampMillis, String value) throws Exception {
        publishAll(topic, partition, timestampMillis, List.of(value));
    }

    /** In one batch, each a millisecond after the one before. */
    public void publishAll(String topic, int partition, long firstMillis, List<String> values) throws Exception {
        List<OutboundMessage> messages = new ArrayList<>();
        for (String each : values) {
            messages.add(new OutboundMessage(Bytes.NULL, Bytes.utf8(each), List.of(), partition,
                firstMillis + messages.size()));
        }
        for (PublishOutcome outcome : broker.publish(new PublishRequest(topic, messages, AckPolicy.QUORUM, 10_000))
                .toCompletableFuture().get(ANSWER_SECONDS, TimeUnit.SECONDS)) {
            if (outcome instanceof PublishOutcome.Failed failed) throw failed.cause();
        }
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
