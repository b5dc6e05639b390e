package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.execution.SerialExecutor;
import org.partita.core.execution.Timers;
import org.partita.core.record.Codecs;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.testing.MemorySegmentStore;

/** The broker on real threads. */
class ConcurrencyTest {
    private static final int PUBLISHERS = 4;
    private static final int REQUESTS_EACH = 500;
    private static final int PARTITIONS = 3;

    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final ExecutorService disk = Executors.newFixedThreadPool(2);
    private final ExecutorService completions = Executors.newFixedThreadPool(2);
    private final ExecutorService clients = Executors.newCachedThreadPool();
    private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
    private final MemorySegmentStore store =
        new MemorySegmentStore(new DirectoryIdentity("test", 1, new UUID(1, 1), 1));

    @AfterEach
    void stopThreads() {
        List.of(clients, completions, disk, pool, scheduler).forEach(ExecutorService::shutdownNow);
    }

    @Test
    void everyAcknowledgedMessageIsReadOnceInOrderByTailingReaders() throws Exception {
        LocalBroker broker = start();
        join(broker.createTopic(new NewTopic("orders", PARTITIONS, 1, Map.of("segment.bytes", "65536"))));
        List<Future<List<String>>> readers = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++) {
            int partition = i;
            readers.add(clients.submit(() -> tail(broker, partition)));
        }

        List<Future<?>> publishers = new ArrayList<>();
        for (int i = 0; i < PUBLISHERS; i++) {
            int publisher = i;
            publishers.add(clients.submit(() -> publish(broker, publisher)));
        }
        for (Future<?> publisher : publishers) publisher.get(120, TimeUnit.SECONDS);
        for (int i = 0; i < PARTITIONS; i++) publishOne(broker, i, "end");

        Set<String> read = new HashSet<>();
        for (Future<List<String>> reader : readers) {
            List<String> values = reader.get(60, TimeUnit.SECONDS);
            assertOrderedByPublisher(values);
            read.addAll(values);
        }
        assertThat(read).hasSize(PUBLISHERS * REQUESTS_EACH);
        broker.close();
        assertThat(store.takeCleanMark()).isTrue();
    }

    private LocalBroker start() {
        return LocalBroker.start(new BrokerConfig(1, false), new BrokerPorts(store,
            name -> new SerialExecutor(pool, 10_000), disk, disk, completions, new SchedulerTimers(scheduler),
            InstantSource.system(), new SplittableRandom(1), Codecs.NONE));
    }

    private static void publish(LocalBroker broker, int publisher) {
        for (int i = 0; i < REQUESTS_EACH; i++) publishOne(broker, i % PARTITIONS, publisher + "/" + i);
    }

    private static void publishOne(LocalBroker broker, int partition, String value) {
        List<PublishOutcome> outcomes = join(broker.publish(new PublishRequest("orders",
            List.of(BrokerBench.to(partition, value)), AckPolicy.ALL, 30_000)));
        assertThat(outcomes.get(0)).isInstanceOf(PublishOutcome.Stored.class);
    }

    private static List<String> tail(LocalBroker broker, int partition) {
        List<String> values = new ArrayList<>();
        long next = 0;
        while (true) {
            FetchResult page = join(broker.fetch(new FetchRequest("orders", partition,
                new FetchRequest.StartAt.Offset(next), 100, 10_000, 1, 20_000)));
            next = page.nextOffset();
            for (var each : page.records()) {
                String value = BrokerBench.text(each.value());
                if (value.equals("end")) return values;
                values.add(value);
            }
        }
    }

    private static void assertOrderedByPublisher(List<String> values) {
        for (int publisher = 0; publisher < PUBLISHERS; publisher++) {
            String prefix = publisher + "/";
            List<Integer> numbers = values.stream().filter(value -> value.startsWith(prefix))
                .map(value -> Integer.valueOf(value.substring(prefix.length()))).toList();
            assertThat(numbers).isSorted().doesNotHaveDuplicates();
        }
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
    }

    private record SchedulerTimers(ScheduledExecutorService scheduler) implements Timers {
        @Override
        public long nowMillis() {
            return System.nanoTime() / 1_000_000;
        }

        @Override
        public Cancellable schedule(long delayMillis, Runnable task) {
            ScheduledFuture<?> future = scheduler.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
            return () -> future.cancel(false);
        }
    }
}
