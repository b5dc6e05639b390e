package org.partita.core.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.partita.core.execution.DeadlineQueue.Deadline;

class DeadlineQueueTest {
    private final VirtualTime time = new VirtualTime();
    private final VirtualTime.Lane lane = time.lane();
    private final DeadlineQueue deadlines = new DeadlineQueue(time, new Loop(lane, time));
    private final List<String> ran = new ArrayList<>();

    @Test
    void actionsRunInTheOrderOfTheirDeadlines() {
        deadlines.add(300, () -> ran.add("late"));
        deadlines.add(100, () -> ran.add("early"));
        deadlines.add(100, () -> ran.add("early too"));

        time.pass(99);
        assertThat(ran).isEmpty();
        time.pass(1);
        assertThat(ran).containsExactly("early", "early too");
        time.pass(200);

        assertThat(ran).containsExactly("early", "early too", "late");
    }

    @Test
    void removedActionDoesNotRun() {
        Deadline deadline = deadlines.add(100, () -> ran.add("removed"));

        deadlines.remove(deadline);
        time.pass(1000);

        assertThat(ran).isEmpty();
    }

    @Test
    void oneTimerServesAllDeadlines() {
        for (int i = 0; i < 100; i++) deadlines.add(10_000 - i, () -> ran.add("x"));

        assertThat(time.armedTimers()).isEqualTo(1);
        time.pass(10_000);
        assertThat(ran).hasSize(100);
        assertThat(time.armedTimers()).isZero();
    }

    @Test
    void fullLoopGetsTheDeadlineLater() {
        deadlines.add(100, () -> ran.add("done"));
        lane.refuse(true);

        time.pass(100);
        lane.refuse(false);
        time.pass(20);

        assertThat(ran).containsExactly("done");
    }

    @Test
    void failingActionKeepsNoOtherFromRunning() {
        SerialExecutor loop = new SerialExecutor(lane, 10);
        DeadlineQueue guarded = new DeadlineQueue(time, new Loop(loop, time));
        guarded.add(100, () -> {
            throw new IllegalStateException("on purpose");
        });
        guarded.add(100, () -> ran.add("same time"));
        guarded.add(200, () -> ran.add("later"));

        time.pass(200);

        assertThat(ran).containsExactly("same time", "later");
    }

    @Test
    void clearedQueueForgetsAll() {
        deadlines.add(100, () -> ran.add("cleared"));

        deadlines.clear();
        time.pass(1000);

        assertThat(ran).isEmpty();
        assertThat(time.armedTimers()).isZero();
    }
}
