package org.partita.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SerialExecutorTest {
    @Test
    void tasksOfManyThreadsRunOneAtATimeAndNoneIsLost() throws InterruptedException {
        int threads = 4;
        int tasksEach = 20_000;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        SerialExecutor loop = new SerialExecutor(pool, Integer.MAX_VALUE);
        int[] unguarded = {0};
        CountDownLatch done = new CountDownLatch(threads * tasksEach);

        for (int i = 0; i < threads; i++) {
            callers.execute(() -> {
                for (int j = 0; j < tasksEach; j++) {
                    loop.execute(() -> {
                        unguarded[0]++;
                        done.countDown();
                    });
                }
            });
        }

        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        callers.shutdown();
        pool.shutdown();
        assertThat(unguarded[0]).isEqualTo(threads * tasksEach);
    }

    @Test
    void fullLoopRefuses() {
        VirtualTime time = new VirtualTime();
        SerialExecutor loop = new SerialExecutor(time.lane(), 2);
        loop.execute(() -> { });
        loop.execute(() -> { });

        assertThatThrownBy(() -> loop.execute(() -> { })).isInstanceOf(RejectedExecutionException.class);
        time.run();
        loop.execute(() -> { });
    }

    @Test
    void poolThatRefusesMakesTheCallerRunTheTasks() {
        VirtualTime.Lane pool = new VirtualTime().lane();
        pool.refuse(true);
        SerialExecutor loop = new SerialExecutor(pool, 1000);
        List<Integer> ran = new ArrayList<>();

        loop.execute(() -> {
            for (int i = 0; i < 200; i++) {
                int number = i;
                loop.execute(() -> ran.add(number));
            }
        });

        assertThat(ran).hasSize(200).isSorted();
    }

    @ParameterizedTest
    @MethodSource("failuresOfAPool")
    void poolThatFailsMakesTheCallerRunTheTasks(Throwable failure) {
        SerialExecutor loop = new SerialExecutor(failingPool(failure, task -> { }), 10);
        List<String> ran = new ArrayList<>();

        loop.execute(() -> ran.add("first"));
        loop.execute(() -> ran.add("next"));

        assertThat(ran).containsExactly("first", "next");
    }

    @ParameterizedTest
    @MethodSource("failuresOfAPool")
    void turnThatAFailingPoolHasQueuedAllTheSameIsTakenOnce(Throwable failure) {
        List<Runnable> queued = new ArrayList<>();
        SerialExecutor loop = new SerialExecutor(failingPool(failure, queued::add), 10);
        List<String> ran = new ArrayList<>();
        loop.execute(() -> ran.add("only"));

        queued.forEach(Runnable::run);

        assertThat(queued).hasSize(1);
        assertThat(ran).containsExactly("only");
    }

    static List<Throwable> failuresOfAPool() {
        return List.of(new IllegalStateException("the pool is gone"),
            new OutOfMemoryError("unable to create native thread"));
    }

    private static Executor failingPool(Throwable failure, Consumer<Runnable> before) {
        return task -> {
            before.accept(task);
            if (failure instanceof Error error) throw error;
            throw (RuntimeException) failure;
        };
    }

    @Test
    void failingTaskDoesNotEndTheLoop() {
        VirtualTime time = new VirtualTime();
        SerialExecutor loop = new SerialExecutor(time.lane(), 10);
        List<String> ran = new ArrayList<>();

        loop.execute(() -> {
            throw new IllegalStateException("on purpose");
        });
        loop.execute(() -> ran.add("next"));
        time.run();

        assertThat(ran).containsExactly("next");
    }
}
