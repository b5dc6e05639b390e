package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.metadata.TopicRef;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.StorageException;
import org.partita.storage.testing.AppendFault;

/** Records before an offset are deleted, and stay so. */
class RecordDeletionTest {
    private static final TopicRef ORDERS = TopicRef.named("orders");
    private static final int MAX_WAITING = 1_000;

    private final BrokerBench bench = BrokerBench.started();

    @Test
    void b029WhatIsDeletedStaysDeletedWhenThePowerFails() {
        fill();

        assertThat(bench.get(bench.broker.deleteRecords(ORDERS, 0, 2))).isEqualTo(2);
        bench.crashAndStart();

        assertThat(bench.fetch("orders", 0, 2).logStartOffset()).isEqualTo(2);
        assertThat(bench.fetch("orders", 0, 2).records()).hasSize(1);
        assertThatThrownBy(() -> bench.fetch("orders", 0, 1)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThat(bench.publishTo("orders", 0, "d")).isEqualTo(3);
    }

    @Test
    void whatIsNotOnDiskYetIsForcedBeforeTheLogStartsBehindIt() {
        fill("flush", "async");

        CompletionStage<Long> deletion = bench.broker.deleteRecords(ORDERS, 0, 3);
        bench.fsyncs.pause();
        bench.time.run();
        assertThat(deletion.toCompletableFuture()).isNotDone();
        bench.fsyncs.resume();

        assertThat(bench.get(deletion)).isEqualTo(3);
        bench.crashAndStart();
        assertThat(bench.fetch("orders", 0, 3).logStartOffset()).isEqualTo(3);
        assertThat(bench.publishTo("orders", 0, "d")).isEqualTo(3);
    }

    @Test
    void deletionIsAnsweredWhenItIsOnDiskAndNotBefore() {
        fill();
        bench.loopOf(bench.disk).pause();

        CompletionStage<Long> deletion = bench.broker.deleteRecords(ORDERS, 0, 2);
        bench.time.run();
        assertThat(deletion.toCompletableFuture()).isNotDone();
        bench.loopOf(bench.disk).resume();

        assertThat(bench.get(deletion)).isEqualTo(2);
    }

    @Test
    void deletionThatCannotBeNotedFails() {
        fill();
        bench.disk.failNextStateWrite();

        assertThatThrownBy(() -> bench.get(bench.broker.deleteRecords(ORDERS, 0, 2)))
            .isInstanceOf(StorageException.class);
        assertThat(bench.get(bench.broker.deleteRecords(ORDERS, 0, 2))).isEqualTo(2);
        assertThat(bench.crashAndStart().fetch("orders", 0, 2).logStartOffset()).isEqualTo(2);
    }

    @Test
    void beyondTheHighWatermarkNothingIsDeleted() {
        fill();

        assertThatThrownBy(() -> bench.get(bench.broker.deleteRecords(ORDERS, 0, 4)))
            .isInstanceOf(OffsetOutOfRangeException.class);
        assertThat(bench.values("orders", 0)).hasSize(3);
    }

    @Test
    void belowZeroNothingIsDeletedAndThePartitionGoesOn() {
        fill();

        assertThatThrownBy(() -> bench.get(bench.broker.deleteRecords(ORDERS, 0, -5)))
            .isInstanceOf(OffsetOutOfRangeException.class);

        assertThat(bench.publishTo("orders", 0, "d")).isEqualTo(3);
        assertThat(bench.values("orders", 0)).hasSize(4);
    }

    @Test
    void deletionsThatWaitForADiskThatHangsAreBounded() {
        fill("flush", "async");
        bench.fsyncs.pause();
        List<CompletionStage<Long>> deletions = new ArrayList<>();
        for (int i = 0; i <= MAX_WAITING; i++) {
            deletions.add(bench.broker.deleteRecords(ORDERS, 0, 3));
            bench.time.run();
        }

        assertThatThrownBy(() -> bench.get(deletions.get(MAX_WAITING))).isInstanceOf(LeaderUnavailableException.class);

        assertThat(deletions.get(MAX_WAITING - 1).toCompletableFuture()).isNotDone();
        bench.fsyncs.resume();
        assertThat(bench.get(deletions.get(MAX_WAITING - 1))).isEqualTo(3);
        assertThat(bench.get(bench.broker.deleteRecords(ORDERS, 0, 3))).isEqualTo(3);
    }

    @Test
    void refusedDeletionsAreNotAnsweredOnTheLoop() {
        fill();
        bench.completions.pause();

        CompletionStage<Long> served = bench.broker.deleteRecords(ORDERS, 0, 4);
        bench.time.run();
        bench.disk.failNextAppend(AppendFault.IO_ERROR);
        bench.startPublish("orders", BrokerBench.to(0, "d"));
        bench.time.run();
        CompletionStage<Long> offline = bench.broker.deleteRecords(ORDERS, 0, 1);
        bench.time.run();

        assertThat(served.toCompletableFuture()).isNotDone();
        assertThat(offline.toCompletableFuture()).isNotDone();
        bench.completions.resume();
        assertThatThrownBy(() -> bench.get(served)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThatThrownBy(() -> bench.get(offline)).isInstanceOf(LeaderUnavailableException.class);
    }

    @Test
    void aLogThatStartsLaterStays() {
        fill();
        bench.get(bench.broker.deleteRecords(ORDERS, 0, 2));

        assertThat(bench.get(bench.broker.deleteRecords(ORDERS, 0, 1))).isEqualTo(2);
    }

    @Test
    void recordsOfNoTopicAreNotDeleted() {
        assertThatThrownBy(() -> bench.get(bench.broker.deleteRecords(ORDERS, 0, 0)))
            .isInstanceOf(TopicNotFoundException.class);
    }

    private void fill(String... settings) {
        bench.create("orders", 1, settings);
        for (String each : new String[] {"a", "b", "c"}) bench.publishTo("orders", 0, each);
    }
}
