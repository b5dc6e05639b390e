package org.partita.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.idempotency.IdempotencyKey;
import org.partita.core.local.LocalBroker;
import org.partita.core.placement.SlotTable;
import org.partita.core.record.Bytes;
import org.partita.simulation.invariant.PartitionKey;
import org.partita.simulation.invariant.Promises;
import org.partita.simulation.invariant.SentMessage;
import org.partita.storage.BrokerException;

/** Publishes, reads, creates and deletes at random, and tells the promises what it was answered. */
final class Clients {
    private static final Set<String> UNKNOWN_OUTCOMES = Set.of("acknowledgement-timeout", "internal-error");

    private final SimulatedTopics topics;
    private final Promises promises;
    private final RandomGenerator random;
    private final Trace trace;
    private final RepeatableRequests repeatable;
    private final Map<PartitionKey, Long> lastAcknowledged = new TreeMap<>();
    private final Map<PartitionKey, Long> positions = new TreeMap<>();
    private final Set<String> changing = new TreeSet<>();
    private long nextId;
    private long acknowledged;
    private long replayed;

    Clients(SimulatedTopics topics, RepeatableRequests repeatable, Promises promises, RandomGenerator random,
            Trace trace) {
        this.topics = topics;
        this.promises = promises;
        this.random = random;
        this.trace = trace;
        this.repeatable = repeatable;
    }

    long acknowledged() {
        return acknowledged;
    }

    /** How many of those acknowledged were stored by an earlier request. */
    long replayed() {
        return replayed;
    }

    void publish(LocalBroker broker) {
        long timeoutMillis = 50 + random.nextInt(5_000);
        if (random.nextInt(3) == 0) {
            repeatable.any(random, timeoutMillis).ifPresent(request -> {
                request.sent().forEach(message -> promises.tell(each -> each.repeated(message)));
                send(broker, request, timeoutMillis);
            });
            return;
        }
        SimulatedRequest request = request();
        if (request.keyed()) repeatable.add(request);
        send(broker, request, timeoutMillis);
    }

    private SimulatedRequest request() {
        PartitionKey target = topics.anyPartition(random);
        List<SentMessage> sent = new ArrayList<>();
        List<OutboundMessage> messages = new ArrayList<>();
        for (int count = 1 + random.nextInt(6); count > 0; count--) {
            SentMessage message = message(target);
            sent.add(message);
            boolean explicit = message.key().isNull() && message.partition().partition() >= 0;
            messages.add(new OutboundMessage(message.key(), message.value(), List.of(),
                explicit ? message.partition().partition() : OutboundMessage.ANY_PARTITION, time()));
        }
        IdempotencyKey key = random.nextBoolean() ? IdempotencyKey.NONE
            : new IdempotencyKey("key-" + sent.get(0).id());
        return new SimulatedRequest(target.topic(), sent, messages, key,
            repeatable.repeatableUntilMillis(target.topic()));
    }

    /** Publishers may set any time. */
    private long time() {
        return random.nextInt(5) == 0 ? random.nextLong(2 * repeatable.wallMillis() + 1) : OutboundMessage.NOW;
    }

    private void send(LocalBroker broker, SimulatedRequest request, long timeoutMillis) {
        PublishRequest attempt = request.attempt(repeatable.wallMillis(), timeoutMillis);
        trace.add((request.repeated() ? "repeat " : "publish ") + request.topic() + " " + request.sent().get(0).id()
            + " +" + request.sent().size() + (request.keyed() ? " keyed" : ""));
        broker.publish(attempt).whenComplete((outcomes, failure) -> {
            if (failure == null) told(request, outcomes);
            else request.sent().forEach(message -> failed(request, message, failure));
        });
    }

    private SentMessage message(PartitionKey target) {
        long id = nextId++;
        Bytes value = SentMessage.value(id, random);
        int choice = random.nextInt(10);
        if (choice == 0) return new SentMessage(id, target.with(SentMessage.ANY_PARTITION), Bytes.NULL, value, -1);
        Bytes key = choice < 4 ? Bytes.utf8("key-" + random.nextInt(20)) : Bytes.NULL;
        PartitionKey partition = key.isNull() ? target
            : target.with(SlotTable.initial(topics.partitions(target.topic())).partitionOf(key));
        return new SentMessage(id, partition, key, value, lastAcknowledged.getOrDefault(partition, -1L));
    }

    private void told(SimulatedRequest request, List<PublishOutcome> outcomes) {
        Map<PartitionKey, List<Long>> offsets = new TreeMap<>();
        for (int i = 0; i < outcomes.size(); i++) {
            SentMessage message = request.sent().get(i);
            if (outcomes.get(i) instanceof PublishOutcome.Stored stored) {
                PartitionKey partition = message.partition().with(stored.partition());
                stored(request, message, partition, stored);
                offsets.computeIfAbsent(partition, key -> new ArrayList<>()).add(stored.offset());
            } else {
                failed(request, message, ((PublishOutcome.Failed) outcomes.get(i)).cause());
            }
        }
        offsets.forEach((partition, all) -> promises.tell(each -> each.requestAnswered(partition, all)));
    }

    private void stored(SimulatedRequest request, SentMessage message, PartitionKey partition,
                        PublishOutcome.Stored stored) {
        long offset = stored.offset();
        trace.add((stored.replayed() ? "replayed " : "stored ") + message.id() + " in " + partition + " at " + offset);
        acknowledged++;
        int asked = message.partition().partition();
        if (asked != SentMessage.ANY_PARTITION && asked != partition.partition()) {
            promises.fail(new IllegalStateException("message " + message.id() + " went to " + partition
                + " instead of " + message.partition()));
        }
        promises.tell(each -> each.acknowledged(message.in(partition), offset));
        promises.tell(each -> each.timeAnswered(partition, offset, stored.timestampMillis()));
        if (request.keyed()) {
            promises.tell(each -> each.keyedAcknowledged(message.in(partition), offset, stored.replayed()));
        }
        if (stored.replayed()) replayed++;
        lastAcknowledged.merge(partition, offset, Math::max);
    }

    private void failed(SimulatedRequest request, SentMessage message, Throwable failure) {
        if (!(failure instanceof BrokerException ours)) {
            promises.fail(new IllegalStateException("publish failed in a way no client can understand", failure));
            return;
        }
        trace.add("failed " + message.id() + " " + ours.code());
        if (ours.code().equals("idempotency-key-reused")) {
            promises.fail(new IllegalStateException("message " + message.id() + " was called another one", failure));
        }
        if (request.repeated() || UNKNOWN_OUTCOMES.contains(ours.code())) return;
        promises.tell(each -> each.refused(message, ours.code()));
    }

    void fetch(LocalBroker broker) {
        PartitionKey partition = topics.anyPartition(random);
        long from = random.nextInt(4) == 0 ? 0 : positions.getOrDefault(partition, 0L);
        FetchRequest request = new FetchRequest(partition.topic(), partition.partition(),
            new FetchRequest.StartAt.Offset(from), 1 + random.nextInt(50), 1 + random.nextInt(10_000),
            random.nextInt(3) * 500, random.nextInt(2) * 1_000L);
        trace.add("fetch " + partition + " from " + from);
        broker.fetch(request).whenComplete((result, failure) -> {
            if (failure == null) fetched(partition, from, result);
            else fetchFailed(partition, from, failure);
        });
    }

    private void fetched(PartitionKey partition, long from, FetchResult result) {
        trace.add("fetched " + partition + " from " + from + " to " + result.nextOffset());
        positions.merge(partition, result.nextOffset(), Math::max);
        promises.tell(each -> each.fetched(partition, from, result));
    }

    private void fetchFailed(PartitionKey partition, long from, Throwable failure) {
        if (!(failure instanceof BrokerException ours)) {
            promises.fail(new IllegalStateException("fetch failed in a way no client can understand", failure));
            return;
        }
        trace.add("fetch of " + partition + " failed " + ours.code());
        if (ours.code().equals("offset-out-of-range")) promises.tell(each -> each.outOfRange(partition, from));
    }

    /** Unforced bytes of this partition are gone, so what a client remembers of it above its end is void. */
    void forgetFrom(PartitionKey partition, long endOffset) {
        lastAcknowledged.computeIfPresent(partition, (key, offset) -> Math.min(offset, endOffset - 1));
        positions.computeIfPresent(partition, (key, offset) -> Math.min(offset, endOffset));
        repeatable.forget(partition.topic());
    }

    /** The process is gone: nobody will be told what became of the requests that are out. */
    void disconnected() {
        changing.clear();
    }

    /** A broker is there again. */
    void connected() {
        repeatable.brokerStarted();
    }

    void createOrDelete(LocalBroker broker) {
        String name = SimulatedTopics.PASSING + random.nextInt(3);
        if (!changing.add(name)) return;
        if (random.nextBoolean()) {
            trace.add("create " + name);
            promises.tell(each -> each.topicCreationAsked(name));
            broker.createTopic(new NewTopic(name, 1 + random.nextInt(3), NewTopic.DEFAULT, Map.of()))
                .whenComplete((created, failure) -> {
                    changing.remove(name);
                    trace.add("create " + name + (failure == null ? " done" : " failed"));
                    if (failure == null) promises.tell(each -> each.topicCreated(name));
                    else changeFailed(name, failure);
                });
        } else {
            trace.add("delete " + name);
            promises.tell(each -> each.topicDeletionAsked(name));
            broker.deleteTopic(name).whenComplete((gone, failure) -> {
                changing.remove(name);
                trace.add("delete " + name + (failure == null ? " done" : " failed"));
                if (failure == null) promises.tell(each -> each.topicDeleted(name));
                else changeFailed(name, failure);
            });
        }
    }

    private void changeFailed(String topic, Throwable failure) {
        if (!(failure instanceof BrokerException ours)) {
            promises.fail(new IllegalStateException("a change failed in a way no client can understand", failure));
        } else if (!ours.code().equals("acknowledgement-timeout")) {
            promises.tell(each -> each.topicChangeRefused(topic));
        }
    }
}
