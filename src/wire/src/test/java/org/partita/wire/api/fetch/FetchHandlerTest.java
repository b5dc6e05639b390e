package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.partita.core.broker.BrokerConfig;
import org.partita.wire.records.StoredBatches;
import org.partita.wire.testing.FailingBroker;
import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.MemoryBroker;

/** Fetches within what they may hold. */
class FetchHandlerTest {
    private static final int FOR_EVER_MILLIS = 60_000;
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
