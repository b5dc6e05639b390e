package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchResponse;
import org.junit.jupiter.api.Test;

import org.partita.wire.records.StoredBatches;
import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.ScriptedReads;

/** Fetches whose reads end late, or never. */
class StuckReadsTest {
    private static final long PATIENCE_MILLIS = StuckReads.PATIENCE_MILLIS;
    private static final int LONG_MILLIS = 60_000;

    private final ScriptedReads disk = new ScriptedReads();
    private final AtomicLong nowMillis = new AtomicLong();
    private final CompletableFuture<Void> hurry = new CompletableFuture<>();
    private final FetchHandler handler =
        new FetchHandler(disk.broker(), FetchLimits.of(512 << 20), nowMillis::get);

    @Test
    void fetchThatMayWaitLongGivesAReadNoLongerTime() {
        CompletableFuture<FetchResponse> fetch = asked(of(0, 1).waiting(LONG_MILLIS, 1));

        pass(PATIENCE_MILLIS - 1);
        assertThat(disk.reads(1)).isEmpty();
        pass(1);
        disk.reads(1).get(0).end();

        assertThat(withBatches(fetch)).containsExactly(1);
    }

    @Test
    void everyReadHasItsOwnTime() {
        CompletableFuture<FetchResponse> fetch = asked(of(0, 1, 2));
        pass(PATIENCE_MILLIS);

        pass(PATIENCE_MILLIS - 1);
        assertThat(disk.reads(2)).as("the second read is waited for").isEmpty();
        disk.reads(1).get(0).end();
        pass(PATIENCE_MILLIS - 1);
        disk.reads(2).get(0).end();

        assertThat(withBatches(fetch)).containsExactly(1, 2);
    }

    /** However many hang: clients give up after 30 s. */
    @Test
    void allReadsOfAFetchHaveFiveSecondsTogether() {
        int partitions = 100;
        CompletableFuture<FetchResponse> fetch = asked(of(IntStream.range(0, partitions).toArray()));

        for (int i = 0; i < 10; i++) pass(PATIENCE_MILLIS);

        assertThat(withBatches(fetch)).isEmpty();
        assertThat(Fetches.partitions(fetch.join())).hasSize(partitions);
        assertThat(disk.reads(9)).hasSize(1);
        assertThat(disk.reads(10)).isEmpty();
        CompletableFuture<FetchResponse> next = asked(of(0, 10));
        disk.reads(10).get(0).end();
        assertThat(withBatches(next)).containsExactly(10);
    }

    @Test
    void noReadIsBegunBeforeAllThatHangHaveEnded() {
        List<CompletableFuture<FetchResponse>> both = List.of(asked(of(0)), asked(of(0)));
        pass(PATIENCE_MILLIS);
        both.forEach(each -> assertThat(withBatches(each)).isEmpty());
        assertThat(disk.reads(0)).hasSize(2);

        disk.reads(0).get(0).end();
        assertThat(withBatches(asked(of(0)))).isEmpty();
        assertThat(disk.reads(0)).as("one hangs still").hasSize(2);

        disk.reads(0).get(1).end();
        CompletableFuture<FetchResponse> next = asked(of(0));
        disk.reads(0).get(2).end();
        assertThat(withBatches(next)).containsExactly(0);
        assertThat(handler.heldBytes()).isZero();
    }

    @Test
    void readThatHangsHoldsNothingOfTheAnswer() {
        WeakReference<Object> sent = answeredWithout(1);

        await().untilAsserted(() -> {
            System.gc();
            assertThat(sent.get()).isNull();
        });
        assertThat(disk.reads(1)).hasSize(1);
    }

    private WeakReference<Object> answeredWithout(int partition) {
        CompletableFuture<FetchResponse> fetch = asked(of(0, partition), new CompletableFuture<>());
        disk.reads(0).remove(0).end();
        pass(PATIENCE_MILLIS);
        WeakReference<Object> sent = new WeakReference<>(Fetches.partitions(fetch.join()).get(0).records());
        assertThat(withBatches(fetch)).containsExactly(0);
        return sent;
    }

    @Test
    void whoIsInAHurryWaitsForNoRead() {
        CompletableFuture<FetchResponse> fetch = asked(of(0, 1).waiting(LONG_MILLIS, 1));
        hurry.complete(null);

        disk.look();
        disk.look();

        assertThat(withBatches(fetch)).isEmpty();
        assertThat(Fetches.partitions(fetch.join())).containsOnlyKeys(0, 1);
    }

    @Test
    void failureOfOneFetchLetsOthersGoOn() {
        CompletableFuture<FetchResponse> failing = asked(of(0));
        CompletableFuture<FetchResponse> other = asked(of(1));
        disk.failBounds(0);

        pass(PATIENCE_MILLIS);
        CompletableFuture<FetchResponse> later = asked(of(2));
        pass(PATIENCE_MILLIS);

        assertThat(failing).isCompletedWithValueMatching(each -> each.error() == Errors.UNKNOWN_SERVER_ERROR);
        assertThat(withBatches(other)).isEmpty();
        assertThat(withBatches(later)).isEmpty();
    }

    @Test
    void whatIsStuckIsLookedForSeldom() {
        CompletableFuture<FetchResponse> fetch = asked(of(0).waiting(LONG_MILLIS, 1));
        pass(PATIENCE_MILLIS);

        assertThat(disk.polls()).extracting(ScriptedReads.Waiting::millis).containsExactly(500L);
        disk.reads(0).get(0).end();
        disk.polls().get(0).end();
        disk.reads(0).get(1).end();

        assertThat(withBatches(fetch)).containsExactly(0);
    }

    private void pass(long millis) {
        nowMillis.addAndGet(millis);
        disk.look();
    }

    private static Fetches of(int... partitions) {
        Fetches fetches = Fetches.of("orders");
        for (int each : partitions) fetches.from(each, 0);
        return fetches;
    }

    private CompletableFuture<FetchResponse> asked(Fetches fetch) {
        return asked(fetch, hurry);
    }

    private CompletableFuture<FetchResponse> asked(Fetches fetch, CompletionStage<Void> itsHurry) {
        return handler.answer(fetch.request(), itsHurry).toCompletableFuture();
    }

    /** Of an answer that is there, which is given up then. */
    private static List<Integer> withBatches(CompletableFuture<FetchResponse> fetch) {
        assertThat(fetch).isCompleted();
        List<Integer> partitions = new ArrayList<>();
        Fetches.partitions(fetch.join()).forEach((partition, data) -> {
            if (data.records().sizeInBytes() > 0) partitions.add(partition);
            ((StoredBatches) data.records()).release();
        });
        return partitions;
    }
}
