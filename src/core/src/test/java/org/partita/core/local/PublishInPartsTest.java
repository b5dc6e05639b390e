package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.local.BrokerBench.to;
import static org.partita.core.local.KeyedBench.failure;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.EarlierParts;
import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.core.broker.PublishRequest;
import org.partita.core.broker.RecordTooLargeException;
import org.partita.core.idempotency.IdempotencyKey;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordHeader;

class PublishInPartsTest {
    private static final IdempotencyKey KEY = new IdempotencyKey("k");
    private static final RecordHeader TRACE = new RecordHeader("traceparent", Bytes.utf8("00-1-2-01"));

    private final BrokerBench bench = BrokerBench.started();

    @Test
    void partitionThatFailedIsNotPublishedToInLaterParts() {
        bench.create("orders", 2, "max.message.bytes", "5");
        List<PublishOutcome> first = publish(EarlierParts.NONE, to(0, "a"), to(0, "too long"));
        EarlierParts afterFirst = EarlierParts.NONE.and(first);
        List<PublishOutcome> second = publish(afterFirst, to(0, "b"), to(1, "c"));

        List<PublishOutcome> third = publish(afterFirst.and(second), to(0, "d"));

        assertThat(failure(first.get(1))).isInstanceOf(RecordTooLargeException.class);
        assertThat(failure(second.get(0))).isInstanceOf(NotAttemptedException.class)
            .extracting("code").isEqualTo("message-too-large");
        assertThat(second.get(1)).isInstanceOf(Stored.class);
        assertThat(failure(third.get(0))).isInstanceOf(NotAttemptedException.class)
            .hasMessage(failure(second.get(0)).getMessage());
        assertThat(bench.values("orders", 0)).containsExactly("a");
        assertThat(bench.values("orders", 1)).containsExactly("c");
    }

    @Test
    void indexesOfAKeyGoOnInLaterParts() {
        bench.create("orders", 1);
        EarlierParts one = EarlierParts.NONE.and(publish(EarlierParts.NONE, to(0, "same")));
        publish(one, to(0, "same"));

        List<PublishOutcome> again = publish(EarlierParts.NONE, to(0, "same"), to(0, "same"));

        assertThat(again).extracting("offset").containsExactly(0L, 1L);
        assertThat(again).extracting("replayed").containsOnly(true);
        assertThat(bench.values("orders", 0)).containsExactly("same", "same");
    }

    @Test
    void traceIsStoredButNotComparedAndNeverReplacesAHeader() {
        bench.create("orders", 1);
        RecordHeader own = new RecordHeader("traceparent", Bytes.utf8("own"));
        OutboundMessage traced = new OutboundMessage(Bytes.NULL, Bytes.utf8("v"), List.of(own), 0, 5);
        bench.get(bench.broker.publish(request(List.of(TRACE), EarlierParts.NONE, to(0, "a"), traced)));

        List<PublishOutcome> retried = bench.get(bench.broker.publish(request(List.of(), EarlierParts.NONE,
            to(0, "a"), traced)));

        assertThat(retried).extracting("replayed").containsOnly(true);
        assertThat(bench.fetch("orders", 0, 0).records()).extracting(PublishInPartsTest::traces)
            .containsExactly(List.of(TRACE), List.of(own));
    }

    private static List<RecordHeader> traces(LogRecord stored) {
        return stored.headers().stream().filter(header -> header.name().equals("traceparent")).toList();
    }

    private List<PublishOutcome> publish(EarlierParts before, OutboundMessage... messages) {
        return bench.get(bench.broker.publish(request(List.of(), before, messages)));
    }

    private static PublishRequest request(List<RecordHeader> trace, EarlierParts before, OutboundMessage... messages) {
        return new PublishRequest(TopicRef.named("orders"), List.of(messages), AckPolicy.QUORUM, 10_000, KEY, trace,
            before);
    }
}
