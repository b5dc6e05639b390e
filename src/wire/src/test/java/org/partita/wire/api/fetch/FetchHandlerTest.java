package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.partita.core.broker.BrokerConfig;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.SegmentStore;
import org.partita.storage.testing.MemoryDisk;
import org.partita.wire.records.StoredBatches;
import org.partita.wire.testing.FailingBroker;
import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.HangingDisk;
import org.partita.wire.testing.MemoryBroker;

/** Fetches within what they may hold. */
class FetchHandlerTest {
    private static final int FOR_EVER_MILLIS = 60_000;
    private static final long PATIENCE_MILLIS = 1_000;
    private static final long WAIT_SECONDS = 20;
    private static final long NOW = 1_700_000_000_000L;
    private static final FetchLimits AMPLE = FetchLimits.of(512 << 20);

    private final MemoryBroker broker = new MemoryBroker(new BrokerConfig(1, false));
    private final CompletableFuture<Void> hurry = new CompletableFuture<>();

    @AfterEach
    void stop() {
        hurry.complete(null);
        broker.close();
    }

    @Test
    void whatDoesNotFitBesideOthersThatWaitIsAnsweredAtOnce() throws Exception {
        broker.create("orders", 1);
        FetchHandler handler = handler(700, AMPLE.maxHeldBytes());
        CompletableFuture<FetchResponse> first = asked(handler, waiting());
        CompletableFuture<FetchResponse> second = asked(handler, waiting());

        CompletableFuture<FetchResponse> third = asked(handler, waiting());

        assertThat(Fetches.partitions(third.get(WAIT_SECONDS, TimeUnit.SECONDS))).hasSize(1);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        hurry.complete(null);
        first.get(WAIT_SECONDS, TimeUnit.SECONDS);
        second.get(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(handler.waitingBytes()).isZero();
    }

    @Test
    void whatFoundNoRoomIsLookedForAgain() throws Exception {
        broker.create("orders", 1);
        broker.publish("orders", 0, NOW, "x".repeat(1_000));
        FetchHandler handler = handler(AMPLE.maxWaitingBytes(), 1_500);
        FetchResponse unsent = asked(handler, waiting()).get(WAIT_SECONDS, TimeUnit.SECONDS);
        CompletableFuture<FetchResponse> next = asked(handler, waiting());
        await().until(() -> broker.broker().statistics().waitingFetches() == 1);

        release(unsent);

        FetchResponse found = next.get(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(Fetches.partitions(found).get(0).records().sizeInBytes()).isPositive();
        release(found);
        assertThat(handler.heldBytes()).isZero();
    }

    @Test
    void aFailureThatNobodyForesawLeavesNothingHeld() throws Exception {
        broker.create("orders", 2);
        broker.publish("orders", 0, NOW, "a");
        FetchHandler handler = new FetchHandler(
            FailingBroker.at(broker.broker(), "reader", asked -> asked[1].equals(1)), AMPLE);
        FetchResponse opened = asked(handler, Fetches.of("orders").from(0, 1).session(0, 0))
            .get(WAIT_SECONDS, TimeUnit.SECONDS);

        FetchResponse failed =
            asked(handler, Fetches.of("orders").from(0, 0).from(1, 0).session(opened.sessionId(), 1))
                .get(WAIT_SECONDS, TimeUnit.SECONDS);

        assertThat(failed.error()).isEqualTo(Errors.UNKNOWN_SERVER_ERROR);
        assertThat(handler.heldBytes()).isZero();
        assertThat(handler.waitingBytes()).isZero();
        FetchResponse next = asked(handler, Fetches.of("orders").forgetting(1).session(opened.sessionId(), 2))
            .get(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(next.error()).isEqualTo(Errors.NONE);
        release(next);
    }

    @Test
    void aReadThatHangsHoldsUpNoOtherPartition() throws Exception {
        HangingDisk disk = new HangingDisk(0);
        SegmentStore store = disk.over(new MemoryDisk(new DirectoryIdentity("test", 1, new UUID(1, 1), 1)).open());
        AtomicLong nowMillis = new AtomicLong();
        try (MemoryBroker hanging = new MemoryBroker(new BrokerConfig(1, false), store)) {
            hanging.create("orders", 2);
            hanging.publish("orders", 0, NOW, "a");
            hanging.publish("orders", 1, NOW, "b");
            FetchHandler handler = new FetchHandler(hanging.broker(), AMPLE, nowMillis::get);
            disk.hang(1);

            CompletableFuture<FetchResponse> first = asked(handler, both());
            disk.awaitReads();
            assertThat(first).isNotDone();
            nowMillis.addAndGet(PATIENCE_MILLIS);
            Map<Integer, PartitionData> without = Fetches.partitions(first.get(WAIT_SECONDS, TimeUnit.SECONDS));
            Map<Integer, PartitionData> next = Fetches.partitions(asked(handler, both()).get(WAIT_SECONDS,
                TimeUnit.SECONDS));

            for (Map<Integer, PartitionData> each : List.of(without, next)) {
                assertThat(each.get(0).errorCode()).isEqualTo(Errors.NONE.code());
                assertThat(each.get(0).highWatermark()).isEqualTo(1);
                assertThat(each.get(0).records().sizeInBytes()).isZero();
                assertThat(each.get(1).records().sizeInBytes()).isPositive();
                ((StoredBatches) each.get(1).records()).release();
            }
            disk.release();
            FetchResponse whole = asked(handler, Fetches.of("orders").from(0, 0).waiting(FOR_EVER_MILLIS, 1))
                .get(WAIT_SECONDS, TimeUnit.SECONDS);
            assertThat(Fetches.partitions(whole).get(0).records().sizeInBytes()).isPositive();
            release(whole);
            await().until(() -> handler.heldBytes() == 0 && hanging.slices().open() == 0);
        } finally {
            disk.release();
            store.close();
        }
    }

    private static Fetches both() {
        return Fetches.of("orders").from(0, 0).from(1, 0).waiting((int) PATIENCE_MILLIS, 1);
    }

    private static void release(FetchResponse response) {
        Fetches.partitions(response).values().forEach(each -> ((StoredBatches) each.records()).release());
    }

    private FetchHandler handler(long waitingBytes, long heldBytes) {
        return new FetchHandler(broker.broker(), new FetchLimits(10, 10_000, waitingBytes, 1_000, 1 << 20, heldBytes,
            FOR_EVER_MILLIS));
    }

    private CompletableFuture<FetchResponse> asked(FetchHandler handler, Fetches fetch) {
        return handler.answer(fetch.request(), hurry).toCompletableFuture();
    }

    private static Fetches waiting() {
        return Fetches.of("orders").from(0, 0).waiting(FOR_EVER_MILLIS, 1);
    }
}
