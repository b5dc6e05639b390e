package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.record.Bytes;
import org.partita.core.replication.LeaderUnavailableException;

class FetchByTimeTest {
    private final BrokerBench bench = BrokerBench.started();

    @Test
    void fetchBeginsAtTheFirstMessageThatIsNotOlder() {
        withTimes(100, 300, 200, 400);

        assertThat(offsets(from(0))).containsExactly(0L, 1L, 2L, 3L);
        assertThat(offsets(from(100))).containsExactly(0L, 1L, 2L, 3L);
        assertThat(offsets(from(101))).containsExactly(1L, 2L, 3L);
        assertThat(offsets(from(301))).containsExactly(3L);
    }

    @Test
    void timeBehindTheLastMessageIsTheEnd() {
        withTimes(100, 200);

        FetchResult result = from(201);

        assertThat(result.records()).isEmpty();
        assertThat(result.nextOffset()).isEqualTo(2);
        assertThat(from(Long.MAX_VALUE).nextOffset()).isEqualTo(2);
    }

    @Test
    void fetchByTimeWaitsForTheNextMessage() {
        withTimes(100);
        CompletionStage<FetchResult> waiting = start(200, 25_000);
        bench.time.run();
        assertThat(waiting.toCompletableFuture()).isNotDone();

        bench.publishTo("orders", 0, "b");

        assertThat(offsets(bench.get(waiting))).containsExactly(1L);
    }

    @Test
    void messagesAboveTheHighWatermarkAreNotFound() {
        withTimes(100);
        bench.fsyncs.pause();
        bench.startPublish("orders", at(500));
        bench.time.run();

        FetchResult result = from(500);

        assertThat(result.records()).isEmpty();
        assertThat(result.nextOffset()).isEqualTo(1);
    }

    @Test
    void whatRetentionTookAwayDuringTheSearchIsSearchedAgain() {
        bench.create("orders", 1, "segment.bytes", "4096", "retention.bytes", "1");
        for (int i = 0; i < 40; i++) bench.publish("orders", at(1_000 + i));
        bench.reads.pause();
        CompletionStage<FetchResult> fetch = start(1_000, 0);
        bench.time.run();
        bench.pass(600_000);
        long logStart = bench.get(bench.broker.topicStatus("orders")).partitions().get(0).logStartOffset();
        bench.reads.resume();

        FetchResult result = bench.get(fetch);

        assertThat(logStart).isPositive();
        assertThat(result.records().get(0).offset()).isEqualTo(logStart);
    }

    @Test
    void fetchByTimeFromWhatIsNotThereIsRefused() {
        withTimes(100);

        assertThatThrownBy(() -> bench.get(bench.broker.fetch(new FetchRequest("orders", 7, new StartAt.Time(0), 1, 1,
            0, 0)))).isInstanceOf(PartitionNotFoundException.class);
    }

    @Test
    void searchThatCannotRunIsRefused() {
        withTimes(100);
        bench.reads.refuse(true);

        assertThatThrownBy(() -> from(0)).isInstanceOf(LeaderUnavailableException.class);
    }

    private void withTimes(long... timestampsMillis) {
        bench.create("orders", 1);
        for (long each : timestampsMillis) bench.publish("orders", at(each));
    }

    private static OutboundMessage at(long timestampMillis) {
        return new OutboundMessage(Bytes.NULL, Bytes.utf8("v".repeat(300)), List.of(), 0, timestampMillis);
    }

    private FetchResult from(long timestampMillis) {
        return bench.get(start(timestampMillis, 0));
    }

    private CompletionStage<FetchResult> start(long timestampMillis, long waitMillis) {
        return bench.broker.fetch(new FetchRequest("orders", 0, new StartAt.Time(timestampMillis), 500, 1 << 20, 1,
            waitMillis));
    }

    private static List<Long> offsets(FetchResult result) {
        return result.records().stream().map(each -> each.offset()).toList();
    }
}
