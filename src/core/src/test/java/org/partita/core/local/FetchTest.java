package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordHeader;
import org.partita.core.replication.LeaderUnavailableException;

class FetchTest {
    private final BrokerBench bench = BrokerBench.started();

    @Test
    void fetchMayStartInTheMiddleOfABatch() {
        withMessages("a", "b", "c");

        FetchResult result = bench.fetch("orders", 0, 1);

        assertThat(values(result)).containsExactly("b", "c");
        assertThat(result.nextOffset()).isEqualTo(3);
        assertThat(result.highWatermark()).isEqualTo(3);
        assertThat(result.logStartOffset()).isZero();
    }

    @Test
    void fetchEndsBeforeItsLimits() {
        withMessages("aaaa", "bbbb", "cccc");

        assertThat(values(get(new FetchRequest("orders", 0, at(0), 2, 1 << 20, 0, 0)))).containsExactly("aaaa", "bbbb");
        assertThat(values(get(new FetchRequest("orders", 0, at(0), 10, 8, 0, 0)))).containsExactly("aaaa", "bbbb");
        assertThat(values(get(new FetchRequest("orders", 0, at(0), 10, 11, 0, 0)))).containsExactly("aaaa", "bbbb");
    }

    @Test
    void oneWholeMessageIsGivenWhateverItsSize() {
        withMessages("a".repeat(100_000), "b");

        FetchResult result = get(new FetchRequest("orders", 0, at(0), 10, 1, 0, 0));

        assertThat(result.records()).hasSize(1);
        assertThat(result.nextOffset()).isEqualTo(1);
    }

    @Test
    void fetchOfManyHeadersEndsBeforeTheyFillTheHeap() {
        bench.create("orders", 1);
        for (int i = 0; i < 100; i++) bench.publish("orders", withHeaders(1_000));

        FetchResult first = get(new FetchRequest("orders", 0, at(0), 10_000, 1 << 20, 0, 0));
        FetchResult next = get(new FetchRequest("orders", 0, at(first.nextOffset()), 10_000, 1 << 20, 0, 0));

        assertThat(first.records()).hasSizeBetween(1, 30);
        assertThat(next.records().get(0).offset()).isEqualTo(first.records().size());
    }

    @Test
    void messagesWithoutHeadersAreLimitedByWhatWasAskedForOnly() {
        bench.create("orders", 1);
        OutboundMessage[] tiny = new OutboundMessage[10_000];
        Arrays.fill(tiny, to(0, "a"));
        bench.publish("orders", tiny);

        assertThat(get(new FetchRequest("orders", 0, at(0), 10_000, 10_000, 0, 0)).records()).hasSize(10_000);
    }

    @Test
    void readingOnAtNextOffsetGivesEveryMessageOnce() {
        bench.create("orders", 1, "segment.bytes", "4096");
        for (int i = 0; i < 50; i++) bench.publish("orders", batch(i));
        List<String> read = new ArrayList<>();
        long next = 0;

        while (next < 250) {
            FetchResult result = get(new FetchRequest("orders", 0, at(next), 7, 333, 0, 0));
            read.addAll(values(result));
            next = result.nextOffset();
        }

        assertThat(read).hasSize(250).doesNotHaveDuplicates();
    }

    @Test
    void earliestAndLatestAreLogStartAndHighWatermark() {
        withMessages("a", "b");

        assertThat(values(get(new FetchRequest("orders", 0, new StartAt.Earliest(), 10, 100, 0, 0))))
            .containsExactly("a", "b");
        FetchResult latest = get(new FetchRequest("orders", 0, new StartAt.Latest(), 10, 100, 0, 0));
        assertThat(latest.records()).isEmpty();
        assertThat(latest.nextOffset()).isEqualTo(2);
    }

    @Test
    void offsetBeyondTheLogEndIsOutOfRange() {
        withMessages("a");

        assertThat(bench.fetch("orders", 0, 1).records()).isEmpty();
        assertThatThrownBy(() -> bench.fetch("orders", 0, 2))
            .isInstanceOfSatisfying(OffsetOutOfRangeException.class, refused -> {
                assertThat(refused.logStartOffset()).isZero();
                assertThat(refused.endOffset()).isEqualTo(1);
            });
    }

    @Test
    void offsetBetweenHighWatermarkAndLogEndWaits() {
        withMessages("a");
        bench.fsyncs.pause();
        bench.startPublish("orders", to(0, "b"), to(0, "c"));
        bench.time.run();

        CompletionStage<FetchResult> waiting = bench.startFetch("orders", 0, 2, 1000);
        bench.time.run();

        assertThat(bench.fetch("orders", 0, 2).records()).isEmpty();
        assertThat(waiting.toCompletableFuture()).isNotDone();
        bench.fsyncs.resume();
        assertThat(values(bench.get(waiting))).containsExactly("c");
    }

    @Test
    void waitingFetchIsAnsweredByTheNextMessage() {
        withMessages();
        CompletionStage<FetchResult> waiting = bench.startFetch("orders", 0, 0, 25_000);
        bench.time.run();
        assertThat(bench.broker.statistics().waitingFetches()).isEqualTo(1);

        bench.publishTo("orders", 0, "a");

        assertThat(values(bench.get(waiting))).containsExactly("a");
        assertThat(bench.broker.statistics().waitingFetches()).isZero();
    }

    @Test
    void waitingFetchIsAnsweredEmptyAtItsDeadline() {
        withMessages();
        CompletionStage<FetchResult> waiting = bench.startFetch("orders", 0, 0, 1000);

        bench.time.pass(999);
        assertThat(waiting.toCompletableFuture()).isNotDone();
        bench.time.pass(1);

        assertThat(bench.get(waiting).records()).isEmpty();
        assertThat(bench.get(waiting).nextOffset()).isZero();
        assertThat(bench.broker.statistics().waitingFetches()).isZero();
    }

    @Test
    void fetchWaitsForAsManyBytesAsAsked() {
        withMessages("aa");
        CompletionStage<FetchResult> waiting =
            bench.broker.fetch(new FetchRequest("orders", 0, at(0), 10, 100, 5, 1000));
        bench.time.run();
        bench.publishTo("orders", 0, "bb");
        assertThat(waiting.toCompletableFuture()).isNotDone();

        bench.publishTo("orders", 0, "c");

        assertThat(values(bench.get(waiting))).containsExactly("aa", "bb", "c");
    }

    @Test
    void fetchThatWaitsForBytesGetsWhatIsThereAtItsDeadline() {
        withMessages("aa");
        CompletionStage<FetchResult> waiting =
            bench.broker.fetch(new FetchRequest("orders", 0, at(0), 10, 100, 5, 1000));

        bench.time.pass(1000);

        assertThat(values(bench.get(waiting))).containsExactly("aa");
    }

    @Test
    void fetchThatIsFullDoesNotWaitForMoreBytes() {
        withMessages("aaaa", "bbbb");

        CompletionStage<FetchResult> full =
            bench.broker.fetch(new FetchRequest("orders", 0, at(0), 10, 6, 100, 10_000));

        assertThat(values(bench.get(full))).containsExactly("aaaa");
    }

    @Test
    void waitingFetchesBeyondTheBoundAreRefused() {
        BrokerBench small = BrokerBench.started(BrokerBench.limits(
            new BrokerLimits(10, 10, 1000, 10_000, 2, 10, 10_000, 1, 1, 1, 500, 1000)));
        small.create("orders", 1);
        small.startFetch("orders", 0, 0, 1000);
        small.startFetch("orders", 0, 0, 1000);

        CompletionStage<FetchResult> third = small.startFetch("orders", 0, 0, 1000);

        assertThatThrownBy(() -> small.get(third)).isInstanceOf(LeaderUnavailableException.class);
        small.time.pass(1000);
        small.startFetch("orders", 0, 0, 1000);
        small.time.run();
        assertThat(small.broker.statistics().waitingFetches()).isEqualTo(1);
    }

    @Test
    void readsBeyondTheBoundAreRefused() {
        BrokerBench small = BrokerBench.started(BrokerBench.limits(
            new BrokerLimits(10, 10, 1000, 10_000, 2, 1, 10_000, 1, 1, 1, 500, 1000)));
        small.create("orders", 1);
        small.publishTo("orders", 0, "a");
        small.reads.pause();
        CompletionStage<FetchResult> first = small.startFetch("orders", 0, 0, 0);

        assertThatThrownBy(() -> small.fetch("orders", 0, 0)).isInstanceOf(LeaderUnavailableException.class);
        small.reads.resume();
        assertThat(values(small.get(first))).containsExactly("a");
    }

    @Test
    void whatWasReadAndNotHandedOverIsBounded() {
        BrokerBench small = BrokerBench.started(BrokerBench.limits(
            new BrokerLimits(10, 10, 1000, 10_000, 2, 10, 5, 1, 1, 1, 500, 1000)));
        small.create("orders", 1);
        small.publishTo("orders", 0, "aaa");
        small.completions.pause();
        CompletionStage<FetchResult> first = small.startFetch("orders", 0, 0, 0);
        CompletionStage<FetchResult> second = small.startFetch("orders", 0, 0, 0);
        small.time.run();
        small.completions.resume();

        assertThat(values(small.get(first))).containsExactly("aaa");
        assertThatThrownBy(() -> small.get(second)).isInstanceOf(LeaderUnavailableException.class);
        assertThat(small.fetch("orders", 0, 0).records()).hasSize(1);
    }

    @Test
    void readsThatCannotRunAreRefused() {
        withMessages("a");
        bench.reads.refuse(true);

        assertThatThrownBy(() -> bench.fetch("orders", 0, 0)).isInstanceOf(LeaderUnavailableException.class);
    }

    @Test
    void readsThatFindNoThreadAreRefusedAndNotRunLater() {
        withMessages("a");
        bench.reads.withoutThreads(true);

        assertThatThrownBy(() -> bench.fetch("orders", 0, 0)).isInstanceOf(LeaderUnavailableException.class);

        bench.reads.withoutThreads(false);
        assertThat(values(bench.fetch("orders", 0, 0))).containsExactly("a");
    }

    @Test
    void waitingFetchThatFindsNoThreadIsRefused() {
        withMessages();
        CompletionStage<FetchResult> waiting = bench.startFetch("orders", 0, 0, 25_000);
        bench.time.run();
        bench.reads.withoutThreads(true);

        bench.publishTo("orders", 0, "a");

        assertThatThrownBy(() -> bench.get(waiting)).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.broker.statistics().offlinePartitions()).isZero();
    }

    @Test
    void stopReleasesWaitingFetches() {
        withMessages();
        CompletionStage<FetchResult> waiting = bench.startFetch("orders", 0, 0, 25_000);
        bench.time.run();

        bench.get(bench.broker.stop());

        assertThatThrownBy(() -> bench.get(waiting)).isInstanceOf(LeaderUnavailableException.class);
    }

    private void withMessages(String... values) {
        bench.create("orders", 1);
        OutboundMessage[] messages = new OutboundMessage[values.length];
        for (int i = 0; i < values.length; i++) messages[i] = to(0, values[i]);
        if (values.length > 0) bench.publish("orders", messages);
    }

    private static OutboundMessage[] batch(int number) {
        OutboundMessage[] messages = new OutboundMessage[5];
        for (int i = 0; i < messages.length; i++) messages[i] = to(0, "v".repeat(number) + "-" + number + "-" + i);
        return messages;
    }

    private static OutboundMessage withHeaders(int count) {
        List<RecordHeader> headers = Collections.nCopies(count, new RecordHeader("a", Bytes.EMPTY));
        return new OutboundMessage(Bytes.NULL, Bytes.utf8("v"), headers, 0, OutboundMessage.NOW);
    }

    private FetchResult get(FetchRequest request) {
        return bench.get(bench.broker.fetch(request));
    }

    private static StartAt at(long offset) {
        return new StartAt.Offset(offset);
    }

    private static List<String> values(FetchResult result) {
        return result.records().stream().map(LogRecord::value).map(BrokerBench::text).toList();
    }
}
