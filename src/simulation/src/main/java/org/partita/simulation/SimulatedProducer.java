package org.partita.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.partita.core.producer.ProducerIdentity;
import org.partita.simulation.invariant.PartitionKey;
import org.partita.simulation.invariant.SentMessage;

/** An idempotent producer in one epoch, as clients of Kafka are: numbers what it sends, and sends it until it is told. */
final class SimulatedProducer {
    /** Batches from the oldest that is not acknowledged on: so many a broker remembers. */
    private static final int WINDOW = 5;

    private final ProducerIdentity identity;
    private final PartitionKey partition;
    private final List<Batch> unacknowledged = new ArrayList<>();
    private int nextNumber;
    private int nextSequence;
    private boolean known;

    SimulatedProducer(ProducerIdentity identity, PartitionKey partition) {
        this.identity = identity;
        this.partition = partition;
    }

    /** Messages that are sent together, always the same. */
    static final class Batch {
        private final int number;
        private final int sequence;
        private final List<SentMessage> messages;
        private boolean inFlight;
        private boolean first;
        private int attempts;

        private Batch(int number, int sequence, List<SentMessage> messages) {
            this.number = number;
            this.sequence = sequence;
            this.messages = messages;
        }

        int sequence() {
            return sequence;
        }

        List<SentMessage> messages() {
            return messages;
        }

        boolean sentAgain() {
            return attempts > 1;
        }

        /** Whether all before it were acknowledged when it was sent last. */
        boolean first() {
            return first;
        }
    }

    ProducerIdentity identity() {
        return identity;
    }

    PartitionKey partition() {
        return partition;
    }

    String name() {
        return "producer " + identity.id() + " epoch " + identity.epoch() + " in " + partition;
    }

    /** A broker that does not know a producer lets it begin anywhere, so the first batch is sent alone. */
    boolean mayAdd() {
        if (unacknowledged.isEmpty()) return true;
        return known && unacknowledged.stream().allMatch(each -> each.inFlight)
            && nextNumber - unacknowledged.get(0).number < WINDOW;
    }

    int nextSequence() {
        return nextSequence;
    }

    void add(List<SentMessage> messages) {
        unacknowledged.add(new Batch(nextNumber++, nextSequence, List.copyOf(messages)));
        nextSequence += messages.size();
    }

    /** The first batch that is not on its way; it is from now on. */
    Optional<Batch> send() {
        for (Batch each : unacknowledged) {
            if (each.inFlight) continue;
            each.inFlight = true;
            each.attempts++;
            each.first = each == unacknowledged.get(0);
            return Optional.of(each);
        }
        return Optional.empty();
    }

    void acknowledged(Batch batch) {
        known = true;
        unacknowledged.remove(batch);
    }

    void failed(Batch batch) {
        batch.inFlight = false;
    }

    /** Nobody will answer any more. */
    void disconnected() {
        unacknowledged.forEach(this::failed);
    }
}
