package org.partita.simulation;

import java.util.List;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishRequest;
import org.partita.core.idempotency.IdempotencyKey;
import org.partita.simulation.invariant.SentMessage;

/** A request to publish, which its client may repeat while the broker has to remember it. */
final class SimulatedRequest {
    private final String topic;
    private final List<SentMessage> sent;
    private final List<OutboundMessage> messages;
    private final IdempotencyKey key;
    private long repeatableUntilMillis;
    private long firstTakenMillis = Long.MAX_VALUE;
    private int attempts;

    /** @param repeatableUntilMillis an attempt must have ended by then, in relative time */
    SimulatedRequest(String topic, List<SentMessage> sent, List<OutboundMessage> messages, IdempotencyKey key,
                     long repeatableUntilMillis) {
        this.topic = topic;
        this.sent = List.copyOf(sent);
        this.messages = List.copyOf(messages);
        this.key = key;
        this.repeatableUntilMillis = repeatableUntilMillis;
    }

    String topic() {
        return topic;
    }

    List<SentMessage> sent() {
        return sent;
    }

    boolean keyed() {
        return !key.isNone();
    }

    boolean repeated() {
        return attempts > 1;
    }

    PublishRequest attempt(long wallMillis, long timeoutMillis) {
        attempts++;
        firstTakenMillis = Math.min(firstTakenMillis, wallMillis);
        return new PublishRequest(topic, messages, AckPolicy.QUORUM, timeoutMillis, key);
    }

    boolean repeatableUntil(long millis) {
        return millis < repeatableUntilMillis;
    }

    /** A broker that starts knows the age of a message from the wall clock only. */
    void brokerStarted(long windowMillis, long wallMillis, long nowMillis) {
        long ageMillis = Math.max(0, wallMillis - firstTakenMillis);
        repeatableUntilMillis = Math.min(repeatableUntilMillis, nowMillis + windowMillis - ageMillis);
    }
}
