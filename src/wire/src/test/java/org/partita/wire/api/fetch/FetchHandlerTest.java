package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.requests.FetchResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.partita.core.broker.BrokerConfig;
import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.MemoryBroker;

/** Fetches within what they may hold. */
class FetchHandlerTest {
    private static final int FOR_EVER_MILLIS = 60_000;
    private static final long WAIT_SECONDS = 20;
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
