package org.partita.systemtests.capacity;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.core.broker.PublishRequest;
import org.partita.core.local.LocalBroker;
import org.partita.core.record.Bytes;
import org.partita.storage.SegmentStore;
import org.partita.store.directory.DataDirectory;
import org.partita.systemtests.crash.BrokerThreads;
import org.partita.systemtests.crash.ChildProcess;

/** One life of a broker with many partitions: opens them, writes to each, and tells what that took. */
final class PartitionsChild {
    static final String OPENED = "OPENED";
    static final String WRITTEN = "WRITTEN";
    static final String STOPPED = "STOPPED";

    private static final int PARTITIONS_A_TOPIC = 250;
    private static final int MESSAGES_A_BATCH = 8;
    private static final int MESSAGE_BYTES = 500;
    private static final long TIMEOUT_MILLIS = 600_000;

    private PartitionsChild() {
    }

    /** Arguments: data directory, how many partitions there shall be, how many batches are written to each. */
    public static void main(String[] arguments) throws IOException {
        long startedNanos = System.nanoTime();
        int partitions = Integer.parseInt(arguments[1]);
        try (DataDirectory directory = DataDirectory.open(Path.of(arguments[0]), 1);
             SegmentStore store = directory.connect(); BrokerThreads threads = new BrokerThreads(1)) {
            LocalBroker broker = LocalBroker.start(new BrokerConfig(1, false), threads.ports(store));
            tell(OPENED, startedNanos, broker.metadata().partitions(), broker.statistics().offlinePartitions());
            long writtenNanos = System.nanoTime();
            create(broker, partitions);
            int stored = write(broker, Integer.parseInt(arguments[2]));
            tell(WRITTEN, writtenNanos, stored, broker.statistics().offlinePartitions());
            if (System.in.readNBytes(ChildProcess.STOP.length()).length == 0) Runtime.getRuntime().halt(1);
            long stoppedNanos = System.nanoTime();
            boolean clean = broker.stop().toCompletableFuture().join();
            tell(STOPPED, stoppedNanos, clean ? 1 : 0, 0);
        }
    }

    /** Milliseconds, two numbers, open files, heap in use after a collection in MiB. */
    private static void tell(String what, long sinceNanos, int first, int second) throws IOException {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            System.out.println(what + "\t" + millis + "\t" + first + "\t" + second + "\t" + open.count() + "\t" + heap);
        }
        System.out.flush();
    }

    private static void create(LocalBroker broker, int partitions) {
        while (broker.metadata().partitions() < partitions) {
            int more = Math.min(PARTITIONS_A_TOPIC, partitions - broker.metadata().partitions());
            String name = "topic-" + broker.metadata().topics().size();
            broker.createTopic(new NewTopic(name, more, NewTopic.DEFAULT, Map.of("segment.bytes", "4096")))
                .toCompletableFuture().join();
        }
    }

    /** To each partition; every batch closes a segment. @return how many messages were stored */
    private static int write(LocalBroker broker, int batches) {
        Bytes value = Bytes.of(new byte[MESSAGE_BYTES]);
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        broker.metadata().topics().values().forEach(topic -> {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                OutboundMessage message = new OutboundMessage(Bytes.NULL, value, List.of(), partition,
                    OutboundMessage.NOW);
                for (int i = 0; i < batches; i++) {
                    answers.add(broker.publish(new PublishRequest(topic.name(), Collections.nCopies(MESSAGES_A_BATCH,
                        message), AckPolicy.QUORUM, TIMEOUT_MILLIS)).toCompletableFuture()
                        .thenApply(outcomes -> (int) outcomes.stream().filter(Stored.class::isInstance).count()));
                }
            }
        });
        return answers.stream().mapToInt(CompletableFuture::join).sum();
    }
}
