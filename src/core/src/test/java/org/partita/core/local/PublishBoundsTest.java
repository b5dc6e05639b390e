package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.local.BrokerBench.to;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.BrokerException;

class PublishBoundsTest {
    private final BrokerBench bench = BrokerBench.started();

    @Test
    void b161PendingBytesBeyondTheBoundAreRefusedAsNotStored() {
        BrokerBench small = BrokerBench.started(BrokerBench.limits(
            new BrokerLimits(10, 10, 1000, 10_000, 10, 10, 10_000, 1, 1, 1, 500, 1000)));
        small.create("orders", 1);
        small.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> first = small.startPublish("orders", to(0, "m".repeat(900)));
        small.time.run();

        BrokerException cause = failure(small.publish("orders", to(0, "m".repeat(900))).get(0));
        small.fsyncs.resume();

        assertThat(cause).isInstanceOf(LeaderUnavailableException.class);
        assertThat(small.get(first).get(0)).isInstanceOf(PublishOutcome.Stored.class);
        assertThat(small.publishTo("orders", 0, "next")).isEqualTo(1);
    }

    @Test
    void loopThatRefusesMeansNotStored() {
        bench.create("orders", 1);
        bench.loops.get("orders-0").refuse(true);

        BrokerException cause = failure(bench.publish("orders", to(0, "a")).get(0));
        bench.loops.get("orders-0").refuse(false);

        assertThat(cause).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.publishTo("orders", 0, "b")).isZero();
    }

    @Test
    void newsOfAForceReachesALoopThatWasFull() {
        bench.create("orders", 1);
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "a"));
        bench.time.run();
        bench.loops.get("orders-0").refuse(true);
        bench.fsyncs.resume();
        bench.time.run();
        bench.loops.get("orders-0").refuse(false);

        bench.time.pass(100);

        assertThat(bench.get(pending).get(0)).isInstanceOf(PublishOutcome.Stored.class);
    }

    @Test
    void publishThatWaitedTooLongForItsLoopIsNotAttempted() {
        bench.create("orders", 1);
        bench.loops.get("orders-0").pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "a"));
        bench.time.pass(10_000);
        bench.loops.get("orders-0").resume();

        BrokerException cause = failure(bench.get(pending).get(0));

        assertThat(cause).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.values("orders", 0)).isEmpty();
    }

    private static BrokerException failure(PublishOutcome outcome) {
        return ((PublishOutcome.Failed) outcome).cause();
    }
}
