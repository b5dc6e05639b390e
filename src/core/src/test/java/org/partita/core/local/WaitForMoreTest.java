package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.read.PartitionReader;
import org.partita.core.broker.read.SeenWatermark;
import org.partita.core.broker.read.Wait;
import org.partita.core.metadata.TopicRef;

/** What ends the wait of a sender for any of several partitions. */
class WaitForMoreTest {
    private static final int PARTITIONS = 3;

    private final BrokerBench bench = BrokerBench.started();

    @Test
    void aMessageInOneOfThePartitionsEndsTheWait() {
        Wait wait = begin(10_000);
        bench.time.run();
        assertThat(wait.over().toCompletableFuture()).isNotDone();

        bench.publishTo("orders", 1, "a");

        assertThat(wait.over().toCompletableFuture()).isCompleted();
        assertThat(bench.broker.statistics().waitingFetches()).isZero();
    }

    @Test
    void aMessageInAnotherTopicDoesNot() {
        Wait wait = begin(10_000);
        bench.create("other", 1);

        bench.publishTo("other", 0, "a");

        assertThat(wait.over().toCompletableFuture()).isNotDone();
        assertThat(bench.broker.statistics().waitingFetches()).isEqualTo(1);
    }

    @Test
    void whatCameBeforeTheWaitAndWasNotSeenEndsItAtOnce() {
        bench.create("orders", PARTITIONS);
        List<SeenWatermark> seen = seen();
        bench.publishTo("orders", 2, "a");

        Wait wait = bench.broker.await(seen, 10_000);

        bench.time.run();
        assertThat(wait.over().toCompletableFuture()).isCompleted();
    }

    @Test
    void timeEndsTheWait() {
        Wait wait = begin(10_000);

        bench.time.pass(9_999);
        assertThat(wait.over().toCompletableFuture()).isNotDone();
        bench.time.pass(1);

        assertThat(wait.over().toCompletableFuture()).isCompleted();
        assertThat(bench.broker.statistics().waitingFetches()).isZero();
    }

    @Test
    void aWaitForNoPartitionEndsInTimeAndIsNotCounted() {
        Wait wait = bench.broker.await(List.of(), 100);

        bench.time.pass(99);
        assertThat(wait.over().toCompletableFuture()).isNotDone();
        assertThat(bench.broker.statistics().waitingFetches()).isZero();
        bench.time.pass(1);

        assertThat(wait.over().toCompletableFuture()).isCompleted();
        assertThat(bench.broker.statistics().waitingFetches()).isZero();
    }

    @Test
    void b148DeletionOfTheTopicEndsTheWait() {
        Wait wait = begin(10_000);

        bench.get(bench.broker.deleteTopic("orders"));

        assertThat(wait.over().toCompletableFuture()).isCompleted();
    }

    @Test
    void stopOfTheBrokerEndsTheWait() {
        Wait wait = begin(10_000);

        bench.get(bench.broker.stop());

        assertThat(wait.over().toCompletableFuture()).isCompleted();
    }

    @Test
    void nothingIsLeftOfAWaitThatIsCalledOff() {
        Wait wait = begin(3_600_000);
        bench.time.run();
        int timers = bench.time.armedTimers();

        wait.end();
        wait.end();
        bench.time.run();

        assertThat(wait.over().toCompletableFuture()).isCompleted();
        assertThat(bench.time.armedTimers()).isEqualTo(timers - 1);
        assertThat(bench.broker.statistics().waitingFetches()).isZero();
    }

    @Test
    void readersOfAnotherKindAreRefused() {
        bench.create("orders", 1);
        PartitionReader ours = bench.broker.reader(TopicRef.named("orders"), 0);
        PartitionReader other = (PartitionReader) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {PartitionReader.class}, (proxy, method, arguments) -> method.invoke(ours, arguments));

        assertThatThrownBy(() -> bench.broker.await(List.of(new SeenWatermark(other, 0)), 10_000))
            .isInstanceOf(IllegalArgumentException.class);

        assertThat(bench.broker.statistics().waitingFetches()).isZero();
    }

    private Wait begin(long waitMillis) {
        bench.create("orders", PARTITIONS);
        return bench.broker.await(seen(), waitMillis);
    }

    private List<SeenWatermark> seen() {
        return IntStream.range(0, PARTITIONS).mapToObj(partition -> {
            PartitionReader reader = bench.broker.reader(TopicRef.named("orders"), partition);
            return new SeenWatermark(reader, reader.bounds().highWatermark());
        }).toList();
    }
}
