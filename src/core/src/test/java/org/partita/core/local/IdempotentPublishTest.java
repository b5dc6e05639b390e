package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.local.BrokerBench.keyed;
import static org.partita.core.local.BrokerBench.keyless;
import static org.partita.core.local.BrokerBench.to;
import static org.partita.core.local.KeyedBench.failure;
import static org.partita.core.local.KeyedBench.replayOf;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;

import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.core.idempotency.IdempotencyInFlightException;
import org.partita.core.idempotency.IdempotencyKeyReusedException;
import org.partita.core.idempotency.IdempotencyLimits;
import org.partita.core.idempotency.KeyTableFullException;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;
import org.partita.storage.DiskFullException;
import org.partita.storage.testing.AppendFault;

class IdempotentPublishTest {
    private final KeyedBench bench = new KeyedBench();

    @Test
    void repeatedRequestGetsTheOriginalAnswer() {
        bench.broker.create("orders", 3);
        Stored first = bench.store("k", keyed("customer", "created"));
        bench.pass(KeyedBench.WINDOW_MILLIS - 1);

        Stored again = bench.store("\"k\"", keyed("customer", "created"));

        assertThat(first.replayed()).isFalse();
        assertThat(again).isEqualTo(replayOf(first));
        assertThat(bench.broker.values("orders", first.partition())).containsExactly("created");
    }

    @Test
    void replayIsNoMessageInTheStatistics() {
        bench.broker.create("orders", 1);
        bench.store("k", to(0, "a"));

        bench.store("k", to(0, "a"));

        assertThat(bench.broker.broker.statistics().messagesIn()).isEqualTo(1);
    }

    @Test
    void messageIsStoredAgainWhenTheWindowHasPassed() {
        bench.broker.create("orders", 1);
        bench.store("k", to(0, "a"));
        bench.pass(KeyedBench.WINDOW_MILLIS);

        Stored again = bench.store("k", to(0, "a"));

        assertThat(again.replayed()).isFalse();
        assertThat(again.offset()).isEqualTo(1);
        assertThat(bench.store("k", to(0, "a"))).isEqualTo(replayOf(again));
    }

    @Test
    void windowOfTheTopicCounts() {
        bench.broker.create("orders", 1, "idempotency.window.ms", "2000");
        bench.store("k", to(0, "a"));
        bench.pass(1_999);

        Stored within = bench.store("k", to(0, "a"));
        bench.pass(1);
        Stored after = bench.store("k", to(0, "a"));

        assertThat(within.replayed()).isTrue();
        assertThat(after.replayed()).isFalse();
    }

    @Test
    void b174ClockThatJumpsForgetsNothing() {
        bench.broker.create("orders", 1);
        Stored first = bench.store("k", to(0, "a"));

        bench.broker.wallMillis += 10 * KeyedBench.WINDOW_MILLIS;
        Stored ahead = bench.store("k", to(0, "a"));
        bench.broker.wallMillis -= 20 * KeyedBench.WINDOW_MILLIS;
        Stored back = bench.store("k", to(0, "a"));

        assertThat(List.of(ahead, back)).containsOnly(replayOf(first));
    }

    @Test
    void b081OtherContentInTheSamePartitionIsRefused() {
        bench.broker.create("orders", 2);
        bench.store("k", to(0, "a"));
        OutboundMessage withHeader = new OutboundMessage(Bytes.NULL, Bytes.utf8("a"),
            List.of(new RecordHeader("h", Bytes.EMPTY)), 0, OutboundMessage.NOW);
        OutboundMessage withKey = new OutboundMessage(Bytes.utf8("x"), Bytes.utf8("a"), List.of(), 0,
            OutboundMessage.NOW);

        for (OutboundMessage other : List.of(to(0, "b"), withHeader, withKey)) {
            assertThat(bench.refusal("k", other)).isInstanceOf(IdempotencyKeyReusedException.class)
                .extracting("code").isEqualTo("idempotency-key-reused");
        }
        assertThat(bench.values()).containsExactly("a");
        assertThat(bench.store("k", to(1, "b")).replayed()).isFalse();
    }

    @Test
    void otherTimeOfTheMessageIsNoOtherContent() {
        bench.broker.create("orders", 1);
        Stored first = bench.store("k", new OutboundMessage(Bytes.NULL, Bytes.EMPTY, List.of(), 0, 1_000));

        Stored again = bench.store("k", new OutboundMessage(Bytes.NULL, Bytes.EMPTY, List.of(), 0, 2_000));

        assertThat(again).isEqualTo(replayOf(first));
    }

    @Test
    void b081TopicsDoNotShareKeys() {
        bench.broker.create("orders", 1);
        bench.store("k", to(0, "a"));
        bench.broker.get(bench.broker.broker.deleteTopic("orders"));
        bench.broker.create("orders", 1);

        assertThat(bench.store("k", to(0, "b")).replayed()).isFalse();
    }

    @Test
    void keylessMessagesLandWhereTheyLandedBefore() {
        bench.broker.create("orders", 7);
        OutboundMessage[] messages = new OutboundMessage[40];
        for (int i = 0; i < messages.length; i++) messages[i] = keyless("m" + i);
        List<PublishOutcome> first = bench.publish("k", messages);

        List<PublishOutcome> again = bench.publish("k", messages);

        assertThat(again).isEqualTo(first.stream().map(each -> replayOf((Stored) each)).toList());
        assertThat(first.stream().map(each -> ((Stored) each).partition()).distinct()).hasSizeGreaterThan(4);
    }

    @Test
    void retryOfAnUndecidedMessageSharesItsOutcome() {
        bench.broker.create("orders", 1);
        bench.broker.fsyncs.pause();
        List<CompletionStage<List<PublishOutcome>>> retries = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            retries.add(bench.start("k", 10_000, to(0, "a")));
            bench.broker.time.run();
        }
        assertThat(retries).noneMatch(each -> each.toCompletableFuture().isDone());
        bench.broker.fsyncs.resume();

        Stored first = (Stored) bench.broker.get(retries.get(0)).get(0);

        assertThat(retries.subList(1, 64)).allMatch(each -> bench.broker.get(each).get(0).equals(replayOf(first)));
        assertThat(bench.values()).containsExactly("a");
    }

    @Test
    void retryThatCannotWaitIsToldThatTheFirstIsInFlight() {
        bench.broker.create("orders", 1);
        bench.broker.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> first = bench.start("k", 10_000, to(0, "a"));
        bench.broker.time.run();
        CompletionStage<List<PublishOutcome>> retry = bench.start("k", 500, to(0, "a"));
        bench.pass(500);

        BrokerException cause = failure(bench.broker.get(retry).get(0));
        bench.broker.fsyncs.resume();

        assertThat(cause).isInstanceOf(IdempotencyInFlightException.class).extracting("code")
            .isEqualTo("idempotency-in-flight");
        assertThat(bench.broker.get(first).get(0)).isInstanceOf(Stored.class);
        assertThat(bench.store("k", to(0, "a")).replayed()).isTrue();
    }

    @Test
    void requestThatTimedOutCanBeAskedForAgain() {
        bench.broker.create("orders", 1);
        bench.broker.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> first = bench.start("k", 500, to(0, "a"));
        bench.pass(500);
        BrokerException cause = failure(bench.broker.get(first).get(0));
        bench.broker.fsyncs.resume();

        Stored again = bench.store("k", to(0, "a"));

        assertThat(cause).isInstanceOf(UnknownOutcomeException.class);
        assertThat(again.replayed()).isTrue();
        assertThat(bench.values()).containsExactly("a");
    }

    @Test
    void failedForceLeavesRetriesWithTheUnknownOutcome() {
        bench.broker.create("orders", 1);
        bench.broker.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> first = bench.start("k", 10_000, to(0, "a"));
        CompletionStage<List<PublishOutcome>> retry = bench.start("k", 10_000, to(0, "a"));
        bench.broker.time.run();
        bench.broker.disk.failNextForce();
        bench.broker.fsyncs.resume();

        assertThat(failure(bench.broker.get(first).get(0))).isInstanceOf(UnknownOutcomeException.class);
        assertThat(failure(bench.broker.get(retry).get(0))).isInstanceOf(UnknownOutcomeException.class);
        assertThat(bench.refusal("k", to(0, "a"))).isInstanceOf(LeaderUnavailableException.class);
    }

    @Test
    void fullDiskLeavesNoEntryBehind() {
        bench.broker.create("orders", 1);
        bench.broker.disk.failNextAppend(AppendFault.DISK_FULL);
        BrokerException cause = bench.refusal("k", to(0, "a"));

        Stored again = bench.store("k", to(0, "b"));

        assertThat(cause).isInstanceOf(DiskFullException.class);
        assertThat(again.replayed()).isFalse();
        assertThat(bench.values()).containsExactly("b");
    }

    @Test
    void b090RepeatedBatchStoresOnlyWhatIsMissing() {
        bench.broker.create("orders", 1);
        OutboundMessage[] batch = {to(0, "m".repeat(700_000)), to(0, "b"), to(0, "n".repeat(700_000)), to(0, "d")};
        bench.broker.disk.limitUsableBytes(1_000_000);
        List<PublishOutcome> first = bench.publish("k", batch);
        bench.broker.disk.limitUsableBytes(10_000_000);

        List<PublishOutcome> again = bench.publish("k", batch);

        assertThat(failure(first.get(2))).isInstanceOf(DiskFullException.class);
        assertThat(again.get(0)).isEqualTo(replayOf((Stored) first.get(0)));
        assertThat(again.get(1)).isEqualTo(replayOf((Stored) first.get(1)));
        assertThat(again.subList(2, 4)).extracting(each -> ((Stored) each).offset()).containsExactly(2L, 3L);
        assertThat(again.subList(2, 4)).noneMatch(each -> ((Stored) each).replayed());
        assertThat(bench.publish("k", batch)).allMatch(each -> ((Stored) each).replayed());
    }

    @Test
    void oneReusedMessageKeepsTheOthersOfItsPartitionFromBeingStored() {
        bench.broker.create("orders", 1);
        Stored first = bench.store("k", to(0, "a"));

        List<PublishOutcome> mixed = bench.publish("k", to(0, "a"), to(0, "b"));
        List<PublishOutcome> other = bench.publish("k", to(0, "a"), to(0, "x"), to(0, "c"));

        assertThat(mixed.get(0)).isEqualTo(replayOf(first));
        assertThat(other.get(0)).isEqualTo(replayOf(first));
        assertThat(failure(other.get(1))).isInstanceOf(IdempotencyKeyReusedException.class);
        assertThat(failure(other.get(2))).isInstanceOf(NotAttemptedException.class);
        assertThat(bench.values()).containsExactly("a", "b");
    }

    @Test
    void readersAreNotShownTheStamp() {
        bench.broker.create("orders", 1);

        bench.store("k", new OutboundMessage(Bytes.NULL, Bytes.EMPTY, List.of(new RecordHeader("h", Bytes.EMPTY)), 0,
            OutboundMessage.NOW));

        assertThat(bench.broker.fetch("orders", 0, 0).records().get(0).headers())
            .containsExactly(new RecordHeader("h", Bytes.EMPTY));
    }

    @Test
    void publisherCannotSetAStamp() {
        bench.broker.create("orders", 1);
        OutboundMessage forged = new OutboundMessage(Bytes.NULL, Bytes.EMPTY,
            List.of(new RecordHeader("partita-idempotency", Bytes.EMPTY)), 0, OutboundMessage.NOW);

        assertThat(failure(bench.broker.publish("orders", forged).get(0)))
            .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void b083FullTableRefusesNewKeysAndKnowsTheOldOnes() {
        KeyedBench small = new KeyedBench(new IdempotencyLimits(3, 100));
        small.broker.create("orders", 1);
        small.store("a", to(0, "a"));
        small.pass(1_000);
        small.publish("b", to(0, "b0"), to(0, "b1"));

        List<PublishOutcome> refused = small.publish("c", to(0, "c0"), to(0, "c1"));

        assertThat(failure(refused.get(0))).isInstanceOfSatisfying(KeyTableFullException.class, full -> {
            assertThat(full.code()).isEqualTo("quota-exceeded");
            assertThat(full.retryAfterMillis()).isEqualTo(KeyedBench.WINDOW_MILLIS - 1_000);
        });
        assertThat(failure(refused.get(1))).isInstanceOf(NotAttemptedException.class).extracting("code")
            .isEqualTo("quota-exceeded");
        assertThat(small.store("a", to(0, "a")).replayed()).isTrue();
        assertThat(small.broker.publishTo("orders", 0, "without a key")).isEqualTo(3);
        small.pass(KeyedBench.WINDOW_MILLIS - 1_000);
        assertThat(small.store("c", to(0, "c0")).replayed()).isFalse();
    }

    @Test
    void partitionsShareTheLimitOfTheirBrokerAndIdleOnesGiveBack() {
        KeyedBench small = new KeyedBench(new IdempotencyLimits(3, 3));
        small.broker.create("orders", 2);
        small.publish("a", to(0, "a0"), to(0, "a1"));
        small.store("b", to(1, "b"));

        assertThat(small.refusal("c", to(1, "c"))).isInstanceOf(KeyTableFullException.class);
        small.pass(KeyedBench.WINDOW_MILLIS);
        List<PublishOutcome> stored = small.publish("c", to(1, "c0"), to(1, "c1"), to(1, "c2"));
        assertThat(stored).allMatch(each -> each instanceof Stored);
    }

    @Test
    void deletedTopicGivesBackItsShareOfTheLimit() {
        KeyedBench small = new KeyedBench(new IdempotencyLimits(3, 3));
        small.broker.create("orders", 1);
        small.publish("a", to(0, "a0"), to(0, "a1"), to(0, "a2"));
        small.broker.get(small.broker.broker.deleteTopic("orders"));
        small.broker.create("orders", 1);

        assertThat(small.publish("a", to(0, "a0"), to(0, "a1"), to(0, "a2"))).allMatch(Stored.class::isInstance);
    }

    @Test
    void failedAppendGivesBackWhatItReserved() {
        KeyedBench small = new KeyedBench(new IdempotencyLimits(2, 2));
        small.broker.create("orders", 2);
        small.broker.disk.failNextAppend(AppendFault.IO_ERROR);
        assertThat(failure(small.publish("a", to(0, "a0"), to(0, "a1")).get(0)))
            .isInstanceOf(UnknownOutcomeException.class);

        assertThat(small.publish("b", to(1, "b0"), to(1, "b1"))).allMatch(Stored.class::isInstance);
    }
}
