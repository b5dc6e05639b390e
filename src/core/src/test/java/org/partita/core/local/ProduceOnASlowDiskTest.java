package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.execution.VirtualTime;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.produce.Batches;
import org.partita.core.produce.Produced;
import org.partita.core.replication.LeaderUnavailableException;

/** Produced batches that wait, because the disk or a check takes its time. */
class ProduceOnASlowDiskTest {
    private static final int BATCHES = 20;
    /** Of a producer as many may be on their way, and as many are remembered. */
    private static final int REMEMBERED = 5;
    private static final BrokerLimits ROOM_FOR_A_FEW = new BrokerLimits(10, 10, 5_000, 1_000_000, 10, 10, 1_000_000, 1,
        1, 1, 500, 1_000);

    @Test
    void batchesThatFoundNoRoomAreStoredOnceAndInOrderWhenTheyAreRepeated() {
        ProduceBench orders = new ProduceBench(BrokerBench.started(BrokerBench.limits(ROOM_FOR_A_FEW)));
        orders.bench.fsyncs.pause();
        List<CompletionStage<Produced>> sent = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) sent.add(orders.start(batch(i)));
        orders.bench.time.run();
        int taken = (int) sent.stream().filter(each -> !each.toCompletableFuture().isDone()).count();
        assertThat(taken).isBetween(2, REMEMBERED);
        for (CompletionStage<Produced> refused : sent.subList(taken, BATCHES)) {
            assertThatThrownBy(() -> orders.bench.get(refused)).isInstanceOf(LeaderUnavailableException.class);
        }

        orders.bench.fsyncs.resume();
        orders.bench.time.run();

        for (int i = 0; i < BATCHES; i++) {
            Produced repeated = orders.produced(batch(i));
            assertThat(repeated.where().baseOffset()).isEqualTo(i);
            assertThat(repeated.duplicate()).isEqualTo(i < taken);
        }
        for (int i = 0; i < taken; i++) {
            assertThat(orders.bench.get(sent.get(i)).where().baseOffset()).isEqualTo(i);
        }
        assertThat(orders.bench.values(ProduceBench.TOPIC, 0)).containsExactlyElementsOf(values());
    }

    private enum Waits {
        FOR_ITS_FORCE(bench -> bench.fsyncs),
        FOR_ITS_CHECK(bench -> bench.checks);

        private final Function<BrokerBench, VirtualTime.Lane> lane;

        Waits(Function<BrokerBench, VirtualTime.Lane> lane) {
            this.lane = lane;
        }
    }

    @ParameterizedTest
    @EnumSource
    void batchThatWaitsFailsWhenItsTopicIsDeleted(Waits waits) {
        ProduceBench orders = new ProduceBench();
        VirtualTime.Lane lane = waits.lane.apply(orders.bench);
        lane.pause();
        CompletionStage<Produced> waiting = orders.start(batch(0));
        orders.bench.time.run();
        CompletionStage<Void> deleted = orders.bench.broker.deleteTopic(ProduceBench.TOPIC);
        orders.bench.time.run();
        assertThat(orders.bench.broker.metadata().topic(ProduceBench.TOPIC)).isEmpty();

        lane.resume();

        orders.bench.get(deleted);
        assertThatThrownBy(() -> orders.bench.get(waiting)).isInstanceOf(TopicNotFoundException.class);
        assertThat(orders.bench.store.partitions()).isEmpty();
    }

    private static ByteBuffer batch(int number) {
        return Batches.of(7, 0, number, value(number));
    }

    private static String value(int number) {
        return "%02d".formatted(number);
    }

    private static List<String> values() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) all.add(value(i));
        return all;
    }
}
