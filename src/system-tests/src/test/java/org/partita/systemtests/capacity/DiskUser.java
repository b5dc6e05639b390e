package org.partita.systemtests.capacity;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishOutcome.Failed;
import org.partita.core.broker.PublishRequest;
import org.partita.core.broker.TopicStatus;
import org.partita.core.local.LocalBroker;
import org.partita.core.record.Bytes;
import org.partita.storage.BrokerException;
import org.partita.storage.SegmentStore;
import org.partita.store.directory.DataDirectory;
import org.partita.systemtests.crash.BrokerThreads;

/** A broker in this JVM on a real data directory, and one client that waits for each answer. */
final class DiskUser implements AutoCloseable {
    private static final long TIMEOUT_MILLIS = 600_000;
    private static final int MANY = 100_000;
    /** Much for a stop, whatever the pace of time. */
    private static final BrokerLimits LIMITS = new BrokerLimits(1_000, 10_000, 64L << 20, 256L << 20, 10_000, 10_000,
        256L << 20, 192L << 20, 96L << 20, 4, 500, 3_600_000);
    private static final int CHUNK_BYTES = 4 << 20;

    private final DataDirectory directory;
    private final SegmentStore store;
    private final BrokerThreads threads;
    private final LocalBroker broker;

    /** @param pace how much faster relative time passes */
    DiskUser(Path data, int pace) {
        directory = DataDirectory.open(data, 1);
        try {
            store = directory.connect();
            threads = new BrokerThreads(pace);
            broker = LocalBroker.start(new BrokerConfig(1, false, LIMITS), threads.ports(store));
        } catch (RuntimeException failure) {
            directory.close();
            throw failure;
        }
    }

    void create(String topic, int partitions, Map<String, String> config) {
        get(broker.createTopic(new NewTopic(topic, partitions, NewTopic.DEFAULT, config)));
    }

    void delete(String topic) {
        get(broker.deleteTopic(topic));
    }

    TopicStatus status(String topic) {
        return get(broker.topicStatus(topic));
    }

    /** @throws BrokerException why it was not stored */
    long publish(String topic, int partition, String value) {
        OutboundMessage message = new OutboundMessage(Bytes.NULL, Bytes.utf8(value), List.of(), partition,
            OutboundMessage.NOW);
        PublishOutcome outcome = get(broker.publish(new PublishRequest(topic, List.of(message), AckPolicy.QUORUM,
            TIMEOUT_MILLIS))).get(0);
        if (outcome instanceof Failed failed) throw failed.cause();
        return ((PublishOutcome.Stored) outcome).offset();
    }

    List<String> values(String topic, int partition) {
        List<String> values = new ArrayList<>();
        long offset = status(topic).partitions().get(partition).logStartOffset();
        while (true) {
            FetchResult part = get(broker.fetch(new FetchRequest(topic, partition, new StartAt.Offset(offset), MANY,
                CHUNK_BYTES, 0, 0)));
            if (part.records().isEmpty()) return values;
            part.records().forEach(each ->
                values.add(StandardCharsets.UTF_8.decode(each.value().buffer()).toString()));
            offset = part.nextOffset();
        }
    }

    private static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof BrokerException ours ? ours : failure;
        }
    }

    /** @return whether everything was flushed */
    boolean stop() {
        return get(broker.stop());
    }

    /** Without an orderly end, unless there was one. */
    @Override
    public void close() {
        directory.close();
        threads.close();
    }
}
