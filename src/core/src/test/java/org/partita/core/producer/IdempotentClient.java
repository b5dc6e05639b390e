package org.partita.core.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A producer as clients of Kafka are: at most five batches on their way, sent in order on one connection, and after
 * anything that is not an answer sent again in order on the next connection.
 */
final class IdempotentClient {
    private static final int MAX_IN_FLIGHT = 5;

    private final Random random;
    /** In the order of their numbers, from the first one that was not acknowledged. */
    private final Deque<Sent> window = new ArrayDeque<>();
    private final Set<Sent> acknowledgedInWindow = new HashSet<>();
    private final List<Acknowledged> acknowledged = new ArrayList<>();
    private ProducerIdentity identity;
    private int nextSequence;
    private Connection connection = new Connection(this);

    IdempotentClient(Random random, ProducerIdentity identity, int firstSequence) {
        this.random = random;
        this.identity = identity;
        this.nextSequence = firstSequence;
    }

    record Acknowledged(Sent batch, long baseOffset) {
    }

    /** Requests that the broker has not taken yet, in order. One that was given up ends somewhere. */
    static final class Connection {
        private final IdempotentClient client;
        private final Deque<Sent> requests = new ArrayDeque<>();

        private Connection(IdempotentClient client) {
            this.client = client;
        }

        IdempotentClient client() {
            return client;
        }

        Deque<Sent> requests() {
            return requests;
        }

        boolean live() {
            return client.connection == this;
        }
    }

    ProducerIdentity identity() {
        return identity;
    }

    Connection connection() {
        return connection;
    }

    List<Acknowledged> acknowledged() {
        return acknowledged;
    }

    boolean idle() {
        return window.isEmpty();
    }

    /** The batch before this one, if it was sent by this client under this identity. */
    Optional<Sent> before(Sent batch) {
        return window.stream().filter(each -> each.nextSequence() == batch.baseSequence()).findFirst()
            .or(() -> acknowledged.stream().map(Acknowledged::batch).filter(each -> each.nextSequence()
                == batch.baseSequence() && of(each, batch)).findFirst());
    }

    private static boolean of(Sent one, Sent other) {
        return one.producerId() == other.producerId() && one.epoch() == other.epoch();
    }

    void send() {
        if (window.size() == MAX_IN_FLIGHT) return;
        int records = 1 + (random.nextInt(4) == 0 ? (1 << 28) + random.nextInt(1 << 20) : random.nextInt(10));
        Sent batch = new Sent(identity.id(), identity.epoch(), nextSequence, records);
        nextSequence = batch.nextSequence();
        window.add(batch);
        connection.requests().add(batch);
    }

    /** Gives up the connection and sends again what was not answered. */
    void reconnect() {
        int delivered = random.nextInt(connection.requests().size() + 1);
        while (connection.requests().size() > delivered) connection.requests().removeLast();
        connection = new Connection(this);
        window.stream().filter(each -> !acknowledgedInWindow.contains(each)).forEach(connection.requests()::add);
    }

    /** Forgets what was on its way, and begins a new epoch. */
    void restart(ProducerIdentity next) {
        window.clear();
        acknowledgedInWindow.clear();
        reconnect();
        identity = next;
        nextSequence = 0;
    }

    void acknowledge(Sent batch, long baseOffset) {
        assertThat(window).contains(batch);
        assertThat(acknowledgedInWindow.add(batch)).isTrue();
        acknowledged.add(new Acknowledged(batch, baseOffset));
        while (acknowledgedInWindow.remove(window.peek())) window.remove();
    }
}
