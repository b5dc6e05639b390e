package org.partita.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

import org.partita.core.broker.AckPolicy;
import org.partita.core.local.LocalBroker;
import org.partita.core.metadata.TopicRef;
import org.partita.core.produce.ProduceRequest;
import org.partita.core.produce.Produced;
import org.partita.core.producer.OutOfOrderSequenceException;
import org.partita.core.producer.ProducerFencedException;
import org.partita.core.producer.ProducerIdentity;
import org.partita.core.record.Bytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.ProducerState;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.simulation.SimulatedProducer.Batch;
import org.partita.simulation.invariant.PartitionKey;
import org.partita.simulation.invariant.Promises;
import org.partita.simulation.invariant.SentMessage;
import org.partita.storage.BrokerException;

/** Idempotent producers, one at a time for each durable partition. They repeat whatever they are not told of. */
final class IdempotentProducers {
    /** Far from the ids of other clients. */
    private static final long FIRST_ID = 1_000_000_000L;
    private static final int NEW_PRODUCER_OF = 60;

    private final List<PartitionKey> partitions;
    private final Promises promises;
    private final RandomGenerator random;
    private final WallClock clock;
    private final Trace trace;
    private final Map<PartitionKey, SimulatedProducer> producers = new TreeMap<>();
    private final Set<PartitionKey> asking = new TreeSet<>();
    private final Set<ProducerIdentity> given = new HashSet<>();
    private final Map<Long, Long> times = new TreeMap<>();
    private long nextId = FIRST_ID;
    private long acknowledged;
    private long duplicates;

    IdempotentProducers(SimulatedTopics topics, Promises promises, RandomGenerator random, WallClock clock,
                        Trace trace) {
        this.partitions = topics.partitions().stream().filter(PartitionKey::durable).toList();
        this.promises = promises;
        this.random = random;
        this.clock = clock;
        this.trace = trace;
    }

    /** Batches. */
    long acknowledged() {
        return acknowledged;
    }

    /** How many of those acknowledged were in the log already. */
    long duplicates() {
        return duplicates;
    }

    void produce(LocalBroker broker) {
        PartitionKey partition = partitions.get(random.nextInt(partitions.size()));
        SimulatedProducer producer = producers.get(partition);
        if (producer == null) ask(partition, broker.createProducer());
        else if (random.nextInt(NEW_PRODUCER_OF) == 0) renew(broker, producer);
        else send(broker, producer);
    }

    private void renew(LocalBroker broker, SimulatedProducer producer) {
        producers.remove(producer.partition());
        boolean bump = random.nextBoolean();
        ask(producer.partition(), bump ? broker.bumpProducer(producer.identity()) : broker.createProducer());
    }

    private void ask(PartitionKey partition, CompletionStage<ProducerIdentity> stage) {
        if (!asking.add(partition)) return;
        stage.whenComplete((identity, failure) -> {
            asking.remove(partition);
            if (failure != null) {
                trace.add("no producer id");
                requireUnderstood(failure);
                return;
            }
            trace.add("producer " + identity);
            if (!given.add(identity)) promises.fail(new IllegalStateException(identity + " was given twice"));
            producers.put(partition, new SimulatedProducer(identity, partition));
        });
    }

    private void send(LocalBroker broker, SimulatedProducer producer) {
        if (producer.mayAdd()) add(producer);
        producer.send().ifPresent(batch -> {
            trace.add(producer.name() + " sends " + batch.sequence());
            ProduceRequest request = new ProduceRequest(TopicRef.named(producer.partition().topic()),
                producer.partition().partition(), encoded(producer, batch), AckPolicy.ALL,
                50 + random.nextInt(5_000));
            broker.produce(request).whenComplete((produced, failure) -> {
                if (failure == null) stored(producer, batch, produced);
                else failed(producer, batch, failure);
            });
        });
    }

    private void add(SimulatedProducer producer) {
        List<SentMessage> messages = new ArrayList<>();
        int sequence = producer.nextSequence();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            long id = nextId++;
            Bytes value = Bytes.utf8(id + ":" + "p".repeat(random.nextInt(400)));
            SentMessage message = new SentMessage(id, producer.partition(), Bytes.utf8("k"), value, -1);
            int number = sequence + messages.size();
            times.put(id, random.nextInt(5) == 0 ? random.nextLong(2 * clock.millis() + 1) : clock.millis());
            promises.tell(each -> each.numbered(message, producer.name(), number));
            messages.add(message);
        }
        producer.add(messages);
    }

    /** The same bytes whenever it is sent, but for how they are compressed. */
    private ByteBuffer encoded(SimulatedProducer producer, Batch batch) {
        List<NewRecord> records = new ArrayList<>();
        for (SentMessage each : batch.messages()) {
            records.add(new NewRecord(times.get(each.id()), each.key(), each.value(), List.of()));
        }
        ProducerState state = new ProducerState(producer.identity().id(), producer.identity().epoch(),
            batch.sequence(), false);
        return RecordBatchEncoder.encode(random.nextBoolean() ? Compression.NONE : Compression.GZIP, Codecs.JDK, state,
            records).bytes();
    }

    private void stored(SimulatedProducer producer, Batch batch, Produced produced) {
        long base = produced.where().baseOffset();
        trace.add(producer.name() + " has " + batch.sequence() + " at " + base
            + (produced.duplicate() ? " again" : ""));
        if (produced.duplicate() && !batch.sentAgain()) {
            promises.fail(new IllegalStateException(producer.name() + " sent " + batch.sequence()
                + " once, and it is called a repetition"));
        }
        acknowledged++;
        if (produced.duplicate()) duplicates++;
        for (int i = 0; i < batch.messages().size(); i++) {
            SentMessage message = batch.messages().get(i);
            long offset = base + i;
            promises.tell(each -> each.acknowledged(message, offset));
            promises.tell(each -> each.timeAnswered(message.partition(), offset,
                produced.where().timestampMillis(times.get(message.id()))));
        }
        producer.acknowledged(batch);
    }

    private void failed(SimulatedProducer producer, Batch batch, Throwable failure) {
        requireUnderstood(failure);
        trace.add(producer.name() + " failed with " + batch.sequence());
        boolean gone = failure instanceof OutOfOrderSequenceException && batch.first();
        boolean fenced = failure instanceof ProducerFencedException
            && producers.get(producer.partition()) == producer;
        if (gone || fenced) {
            promises.fail(new IllegalStateException(producer.name() + " sent " + batch.sequence()
                + ", behind all that was acknowledged: " + failure.getMessage()));
        }
        producer.failed(batch);
    }

    private void requireUnderstood(Throwable failure) {
        if (failure instanceof BrokerException) return;
        promises.fail(new IllegalStateException("a producer failed in a way no client can understand", failure));
    }

    /** The process is gone: nobody will be told what became of the batches that are out. */
    void disconnected() {
        asking.clear();
        producers.values().forEach(SimulatedProducer::disconnected);
    }
}
