package org.partita.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

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
