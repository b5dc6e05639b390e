package org.partita.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.local.LocalBroker;
import org.partita.core.record.LogRecord;
import org.partita.simulation.invariant.PartitionKey;
import org.partita.simulation.invariant.Promises;
import org.partita.storage.PartitionId;

/** Reads whole partitions while no client does anything, and shows them to the promises. */
final class Auditor {
    private static final int MAX_STEPS = 1_000_000;
    private static final int MAX_TRIES = 10;
    private static final int PAGE_BYTES = 1 << 20;
    private static final long PATIENCE_MILLIS = 60_000;

    private final SimulatedScheduler scheduler;
    private final SimulatedTopics topics;
    private final Promises promises;
    private final Clients clients;
    private final Faults faults;
    private final Set<PartitionKey> powerLost = new TreeSet<>();

    Auditor(SimulatedScheduler scheduler, SimulatedTopics topics, Promises promises, Clients clients, Faults faults) {
        this.scheduler = scheduler;
        this.topics = topics;
        this.promises = promises;
        this.clients = clients;
        this.faults = faults;
    }

    void powerLost() {
        powerLost.addAll(topics.partitions());
    }

    /** After a start, before any client. A partition that is offline is looked at after the next one. */
    void recovered(LocalBroker broker) {
        promises.tell(each -> each.topicsFound(broker.metadata().topics().keySet()));
        broker.metadata().topics().forEach((name, topic) ->
            promises.tell(each -> each.topicConfigFound(name, topic.config().asMap())));
        for (PartitionKey partition : topics.partitions()) {
            if (!serves(broker, partition)) continue;
            List<LogRecord> all = new ArrayList<>();
            Optional<FetchResult> end = readAll(broker, partition, all);
            if (end.isEmpty()) continue;
            boolean lost = powerLost.remove(partition);
            if (lost && !partition.durable()) clients.forgetFrom(partition, end.get().highWatermark());
            promises.tell(each -> each.recovered(partition, all, end.get(), lost));
        }
    }

    void audit(LocalBroker broker) {
        for (PartitionKey partition : topics.partitions()) {
            List<LogRecord> all = new ArrayList<>();
            readAll(broker, partition, all);
            promises.tell(each -> each.audited(partition, all));
        }
    }

    private boolean serves(LocalBroker broker, PartitionKey partition) {
        TopicStatus topic = await(broker.topicStatus(partition.topic()));
        PartitionStatus status = topic.partitions().get(partition.partition());
        if (!status.error().isEmpty() && !faults.failing(new PartitionId(topic.topic().id(), partition.partition()))) {
            promises.fail(new IllegalStateException(partition + " is offline though nothing failed: "
                + status.error()));
        }
        return status.error().isEmpty();
    }

    /** @return the last page, empty if the disk did not let us read */
    private Optional<FetchResult> readAll(LocalBroker broker, PartitionKey partition, List<LogRecord> all) {
        int tries = 0;
        while (tries < MAX_TRIES) {
            try {
                FetchResult page = await(broker.fetch(new FetchRequest(partition.topic(), partition.partition(),
                    new FetchRequest.StartAt.Offset(all.size()), 1_000, PAGE_BYTES, 0, 0)));
                all.addAll(page.records());
                if (page.nextOffset() == page.highWatermark()) return Optional.of(page);
            } catch (CompletionException failed) {
                tries++;
            }
        }
        return Optional.empty();
    }

    /** Runs the process until the answer is there. */
    <T> T await(CompletionStage<T> stage) {
        CompletableFuture<T> answer = stage.toCompletableFuture();
        for (int i = 0; i < MAX_STEPS && !answer.isDone(); i++) {
            boolean ran = scheduler.runOne() || scheduler.fireNextTimer(PATIENCE_MILLIS);
            if (!ran) throw new IllegalStateException("nothing is left to run, and there is no answer");
        }
        return answer.join();
    }

    /** Runs what is ready, until nothing is. */
    void settle() {
        for (int i = 0; i < MAX_STEPS; i++) {
            if (!scheduler.runOne()) return;
        }
        throw new IllegalStateException("the process never comes to rest");
    }
}
