package org.partita.core.local;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.core.broker.PublishRequest;
import org.partita.core.idempotency.IdempotencyKey;
import org.partita.core.idempotency.IdempotencyLimits;
import org.partita.storage.BrokerException;

/** Publishes with keys. */
final class KeyedBench {
    static final long WINDOW_MILLIS = 600_000;

    final BrokerBench broker;

    KeyedBench(IdempotencyLimits limits) {
        broker = BrokerBench.started(new BrokerConfig(1, false, 3, BrokerLimits.DEFAULT, limits));
    }

    KeyedBench() {
        this(IdempotencyLimits.DEFAULT);
    }

    CompletionStage<List<PublishOutcome>> start(String key, long timeoutMillis, OutboundMessage... messages) {
        return broker.broker.publish(new PublishRequest("orders", List.of(messages), AckPolicy.QUORUM, timeoutMillis,
            IdempotencyKey.parse(key)));
    }

    List<PublishOutcome> publish(String key, OutboundMessage... messages) {
        return broker.get(start(key, 10_000, messages));
    }

    /** Publishes one message. */
    Stored store(String key, OutboundMessage message) {
        return (Stored) publish(key, message).get(0);
    }

    BrokerException refusal(String key, OutboundMessage message) {
        return failure(publish(key, message).get(0));
    }

    List<String> values() {
        return broker.values("orders", 0);
    }

    /** Time passes for the process and on the wall. */
    void pass(long millis) {
        broker.wallMillis += millis;
        broker.time.pass(millis);
    }

    static BrokerException failure(PublishOutcome outcome) {
        return ((PublishOutcome.Failed) outcome).cause();
    }

    static Stored replayOf(Stored first) {
        return new Stored(first.partition(), first.offset(), first.timestampMillis(), first.acks(), first.replicas(),
            first.flushed(), true);
    }
}
