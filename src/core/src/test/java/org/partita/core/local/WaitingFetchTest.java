package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.replication.LeaderUnavailableException;

/** What releases a fetch that waits, and what it is told. */
class WaitingFetchTest {
    private final BrokerBench bench = BrokerBench.started();

    @Test
    void b148DeletionReleasesTheWaitingFetchesOfItsTopicAtOnceAndNoOther() {
        bench.create("orders", 1);
        bench.create("other", 1);
        CompletionStage<FetchResult> deleted = bench.startFetch("orders", 0, 0, 25_000);
        CompletionStage<FetchResult> other = bench.startFetch("other", 0, 0, 25_000);
        bench.time.run();

        bench.get(bench.broker.deleteTopic("orders"));

        assertThatThrownBy(() -> bench.get(deleted)).isInstanceOf(TopicNotFoundException.class);
        assertThat(other.toCompletableFuture()).isNotDone();
        assertThat(bench.broker.statistics().waitingFetches()).isEqualTo(1);
    }

    @Test
    void b144FetchIsAnsweredAtOnceWhenTheNextMessageDoesNotFit() {
        bench.create("orders", 1);
        bench.publish("orders", to(0, "a".repeat(10)), to(0, "b".repeat(100)));

        CompletionStage<FetchResult> fetch =
            bench.broker.fetch(new FetchRequest("orders", 0, new StartAt.Earliest(), 10, 50, 50, 10_000));

        assertThat(bench.get(fetch).records()).hasSize(1);
        assertThat(bench.get(fetch).nextOffset()).isEqualTo(1);
        assertThat(bench.broker.statistics().waitingFetches()).isZero();
    }

    @Test
    void b144FetchThatHasItsNumberOfMessagesDoesNotWaitForMoreBytes() {
        bench.create("orders", 1);
        bench.publish("orders", to(0, "a"), to(0, "b"));

        CompletionStage<FetchResult> fetch =
            bench.broker.fetch(new FetchRequest("orders", 0, new StartAt.Earliest(), 1, 1_000, 1_000, 10_000));

        assertThat(bench.get(fetch).records()).hasSize(1);
    }

    @Test
    void fetchOfNoMessagesSaysThatThereIsSomethingAndReadsNothing() {
        bench.create("orders", 1);
        CompletionStage<FetchResult> waiting = bench.broker.fetch(noMessages(10_000));
        bench.time.run();
        assertThat(waiting.toCompletableFuture()).isNotDone();
        bench.reads.refuse(true);

        bench.publishTo("orders", 0, "a");

        FetchResult result = bench.get(waiting);
        assertThat(result.records()).isEmpty();
        assertThat(result.nextOffset()).isZero();
        assertThat(result.highWatermark()).isEqualTo(1);
        assertThat(bench.get(bench.broker.fetch(noMessages(10_000))).highWatermark()).isEqualTo(1);
    }

    @Test
    void fetchOfNoMessagesIsAnsweredAtItsDeadlineAndFailsWithTheBroker() {
        bench.create("orders", 1);
        CompletionStage<FetchResult> late = bench.broker.fetch(noMessages(1_000));
        bench.time.pass(1_000);
        CompletionStage<FetchResult> stopped = bench.broker.fetch(noMessages(1_000));
        bench.time.run();

        bench.get(bench.broker.stop());

        assertThat(bench.get(late).highWatermark()).isZero();
        assertThatThrownBy(() -> bench.get(stopped)).isInstanceOf(LeaderUnavailableException.class);
    }

    private static FetchRequest noMessages(long waitMillis) {
        return new FetchRequest("orders", 0, new StartAt.Offset(0), 0, 1, 0, waitMillis);
    }
}
