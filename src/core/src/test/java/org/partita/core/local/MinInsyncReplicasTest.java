package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.local.BrokerBench.to;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.core.broker.PublishRequest;
import org.partita.core.broker.TopicChange;
import org.partita.core.idempotency.IdempotencyKey;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.insync.NotEnoughReplicasException;

/** A lone broker has one replica in sync, so a topic that asks for two takes what the leader alone acknowledges. */
class MinInsyncReplicasTest {
    private final BrokerBench bench = BrokerBench.started();

    @ParameterizedTest
    @EnumSource(names = {"QUORUM", "ALL"})
    void b046PublishIsRefusedBeforeAnythingIsAppended(AckPolicy acks) {
        bench.create("orders", 1, "min.insync.replicas", "2");

        List<PublishOutcome> outcomes = bench.get(publish(acks, IdempotencyKey.NONE, to(0, "a"), to(0, "b")));

        assertThat(KeyedBench.failure(outcomes.get(0))).isInstanceOf(NotEnoughReplicasException.class)
            .hasMessageContaining("orders-0").hasMessageContaining("in sync: 1").hasMessageContaining("asks for 2")
            .extracting("code", "retriable").containsExactly("not-enough-replicas", true);
        assertThat(bench.values("orders", 0)).isEmpty();
        assertThat(bench.get(bench.broker.topicStatus("orders")).partitions().get(0).logEndOffset()).isZero();
    }

    @Test
    void messagesOfALaterBatchOfTheRequestAreNotAttempted() {
        bench.create("orders", 1, "min.insync.replicas", "2");
        OutboundMessage large = to(0, "x".repeat(900_000));

        List<PublishOutcome> outcomes = bench.get(publish(AckPolicy.QUORUM, IdempotencyKey.NONE, large, large));

        assertThat(KeyedBench.failure(outcomes.get(0))).isInstanceOf(NotEnoughReplicasException.class);
        assertThat(KeyedBench.failure(outcomes.get(1))).isInstanceOf(NotAttemptedException.class)
            .extracting("code").isEqualTo("not-enough-replicas");
    }

    @Test
    void whatTheLeaderAloneAcknowledgesIsStoredAndRead() {
        bench.create("orders", 1, "min.insync.replicas", "2");

        PublishOutcome outcome = bench.get(publish(AckPolicy.LEADER, IdempotencyKey.NONE, to(0, "a"))).get(0);

        assertThat(outcome).isInstanceOf(Stored.class);
        assertThat(bench.values("orders", 0)).containsExactly("a");
    }

    @Test
    void changeHoldsForTheNextMessageAndAfterARestart() {
        bench.create("orders", 1);
        bench.publishTo("orders", 0, "a");

        change("2");
        PublishOutcome afterChange = bench.publish("orders", to(0, "b")).get(0);
        bench.crashAndStart();
        PublishOutcome afterRestart = bench.publish("orders", to(0, "c")).get(0);
        change("1");

        assertThat(List.of(afterChange, afterRestart)).extracting(KeyedBench::failure)
            .hasOnlyElementsOfType(NotEnoughReplicasException.class);
        assertThat(bench.publishTo("orders", 0, "d")).isEqualTo(1);
    }

    /** The acknowledgement that is asked for now cannot be given, whoever stored the message. */
    @Test
    void repeatedRequestIsRefusedToo() {
        bench.create("orders", 1);
        IdempotencyKey key = IdempotencyKey.parse("k");
        bench.get(publish(AckPolicy.QUORUM, key, to(0, "a")));
        change("2");

        PublishOutcome refused = bench.get(publish(AckPolicy.QUORUM, key, to(0, "a"))).get(0);
        change("1");
        PublishOutcome replayed = bench.get(publish(AckPolicy.QUORUM, key, to(0, "a"))).get(0);

        assertThat(KeyedBench.failure(refused)).isInstanceOf(NotEnoughReplicasException.class);
        assertThat(replayed).extracting("offset", "replayed").containsExactly(0L, true);
        assertThat(bench.values("orders", 0)).containsExactly("a");
    }

    @Test
    void refusedRequestWithAKeyHoldsNoPlaceInTheTable() {
        bench.create("orders", 1, "min.insync.replicas", "2");
        IdempotencyKey key = IdempotencyKey.parse("k");
        bench.get(publish(AckPolicy.QUORUM, key, to(0, "a")));
        change("1");

        PublishOutcome stored = bench.get(publish(AckPolicy.QUORUM, key, to(0, "other"))).get(0);

        assertThat(stored).extracting("offset", "replayed").containsExactly(0L, false);
    }

    @Test
    void offlinePartitionSaysThatItIsOffline() {
        bench.create("orders", 1, "flush", "async", "min.insync.replicas", "2");
        bench.disk.failNextForce();
        bench.get(publish(AckPolicy.LEADER, IdempotencyKey.NONE, to(0, "a")));
        bench.time.pass(1_000);

        PublishOutcome outcome = bench.publish("orders", to(0, "b")).get(0);

        assertThat(KeyedBench.failure(outcome)).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.broker.statistics().underMinIsrPartitions()).as("counted as offline").isZero();
    }

    @Test
    void partitionsThatAskForMoreThanAreInSyncAreCounted() {
        bench.create("orders", 2, "min.insync.replicas", "2");
        bench.create("bills", 3);

        int before = bench.broker.statistics().underMinIsrPartitions();
        change("1");

        assertThat(before).isEqualTo(2);
        assertThat(bench.broker.statistics().underMinIsrPartitions()).isZero();
    }

    private CompletionStage<List<PublishOutcome>> publish(AckPolicy acks, IdempotencyKey key,
                                                          OutboundMessage... messages) {
        return bench.broker.publish(new PublishRequest("orders", List.of(messages), acks, 10_000, key));
    }

    private void change(String minInsyncReplicas) {
        bench.get(bench.broker.changeTopic(TopicChange.ofConfig("orders",
            Map.of("min.insync.replicas", minInsyncReplicas), Set.of())));
    }
}
