package org.partita.core.flush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.partita.core.execution.Completions;
import org.partita.core.execution.VirtualTime;
import org.partita.storage.StorageException;

class FlushWaitersTest {
    private final VirtualTime time = new VirtualTime();
    private final FlushWaiters waiters = new FlushWaiters(new Completions(time.lane(), time));

    @Test
    void whoWaitsIsToldWhenEverythingBelowIsDurable() {
        CompletableFuture<Void> high = waiting(9);
        CompletableFuture<Void> low = waiting(3);

        waiters.flushed(8);
        time.run();

        assertThat(low).isCompleted();
        assertThat(high).isNotDone();
        waiters.flushed(9);
        time.run();
        assertThat(high).isCompleted();
        assertThat(waiters.isEmpty()).isTrue();
    }

    @Test
    void nobodyIsAnsweredOnTheLoop() {
        CompletableFuture<Void> first = waiting(1);
        CompletableFuture<Void> second = waiting(2);

        waiters.flushed(1);
        waiters.fail(new StorageException("on purpose"));

        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        time.run();
        assertThat(first).isCompleted();
        assertThat(second).isCompletedExceptionally();
    }

    @Test
    void noMoreWaitThanMay() {
        for (int i = 0; i < FlushWaiters.MAX_WAITING; i++) waiting(5);

        assertThat(waiters.isFull()).isTrue();
        assertThatThrownBy(() -> waiting(5)).isInstanceOf(IllegalStateException.class);
        waiters.flushed(5);
        assertThat(waiters.isFull()).isFalse();
    }

    private CompletableFuture<Void> waiting(long offset) {
        CompletableFuture<Void> durable = new CompletableFuture<>();
        waiters.add(offset, durable);
        return durable;
    }
}
