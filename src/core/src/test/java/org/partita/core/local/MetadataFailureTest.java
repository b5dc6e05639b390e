package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.DiskFullException;
import org.partita.storage.StorageException;
import org.partita.storage.testing.StateWriteFault;

class MetadataFailureTest {
    private final BrokerBench bench = BrokerBench.started();

    @BeforeEach
    void createTopic() {
        bench.create("orders", 1);
        bench.publishTo("orders", 0, "a");
    }

    @Test
    void creationWhoseSecondCopiesFailIsDone() {
        bench.disk.failStateWrite(2, StateWriteFault.IO_ERROR);
        bench.disk.failStateWrite(5, StateWriteFault.IO_ERROR_AFTER_REPLACING);

        bench.create("payments", 1);

        assertThat(bench.publishTo("payments", 0, "x")).isZero();
        assertThat(bench.crashAndStart().values("payments", 0)).containsExactly("x");
    }

    @Test
    void deletionWhoseSecondCopyFailsIsDone() {
        bench.disk.failStateWrite(2, StateWriteFault.IO_ERROR);

        bench.get(bench.broker.deleteTopic("orders"));

        assertThat(bench.broker.metadata().topics()).isEmpty();
        assertThat(bench.crashAndStart().broker.metadata().topics()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(StateWriteFault.class)
    void deletionThatFailedLosesNothingAtTheNextStart(StateWriteFault fault) {
        bench.disk.failStateWrite(1, fault);

        assertThatThrownBy(() -> bench.get(bench.broker.deleteTopic("orders"))).isInstanceOf(StorageException.class);

        bench.publishTo("orders", 0, "b");
        assertThat(bench.crashAndStart().values("orders", 0)).containsExactly("a", "b");
    }

    @ParameterizedTest
    @EnumSource(StateWriteFault.class)
    void creationThatFailedIsNotThereAtTheNextStart(StateWriteFault fault) {
        bench.disk.failStateWrite(4, fault);

        assertThatThrownBy(() -> bench.create("payments", 1)).isInstanceOf(StorageException.class);

        assertThat(bench.broker.metadata().topics()).containsOnlyKeys("orders");
        assertThat(bench.crashAndStart().broker.metadata().topics()).containsOnlyKeys("orders");
        assertThat(bench.store.partitions()).hasSize(1);
    }

    @Test
    void fullDiskIsToldAsSuch() {
        bench.disk.failStateWrite(1, StateWriteFault.DISK_FULL);

        assertThatThrownBy(() -> bench.create("payments", 1)).isInstanceOf(DiskFullException.class);
    }

    @Test
    void deletionInDoubtIsOfUnknownOutcomeAndItsTopicServesNoMore() {
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "b"));
        bench.time.run();
        failChangeAndItsTakingBack();

        assertThatThrownBy(() -> bench.get(bench.broker.deleteTopic("orders")))
            .isInstanceOf(UnknownOutcomeException.class);

        assertThat(failure(bench.get(pending))).isInstanceOf(UnknownOutcomeException.class);
        assertThat(failure(bench.publish("orders", to(0, "c")))).isInstanceOf(LeaderUnavailableException.class);
    }

    @Test
    void nothingIsChangedAfterAChangeInDoubtUntilARestart() {
        bench.create("payments", 1);
        failChangeAndItsTakingBack();
        assertThatThrownBy(() -> bench.get(bench.broker.deleteTopic("orders")))
            .isInstanceOf(UnknownOutcomeException.class);

        assertThatThrownBy(() -> bench.create("bills", 1)).isInstanceOf(LeaderUnavailableException.class)
            .hasMessageContaining("restart");
        assertThat(bench.publishTo("payments", 0, "x")).isZero();
        bench.crashAndStart().create("bills", 1);
    }

    private void failChangeAndItsTakingBack() {
        bench.disk.failStateWrite(1, StateWriteFault.IO_ERROR_AFTER_REPLACING);
        bench.disk.failStateWrite(2, StateWriteFault.IO_ERROR);
        bench.disk.failStateWrite(3, StateWriteFault.IO_ERROR);
    }

    private static RuntimeException failure(List<PublishOutcome> outcomes) {
        return ((PublishOutcome.Failed) outcomes.get(0)).cause();
    }
}
