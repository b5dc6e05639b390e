package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.local.BrokerBench.keyed;
import static org.partita.core.local.BrokerBench.to;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.RecordTooLargeException;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordHeader;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;
import org.partita.storage.DiskFullException;
import org.partita.storage.testing.AppendFault;

class PublishTest {
    private final BrokerBench bench = BrokerBench.started();

    @Test
    void outcomesAreInRequestOrderAcrossPartitions() {
        bench.create("orders", 3);

        List<PublishOutcome> outcomes = bench.publish("orders", to(2, "a"), to(0, "b"), to(2, "c"));

        assertThat(outcomes).extracting("partition").containsExactly(2, 0, 2);
        assertThat(outcomes).extracting("offset").containsExactly(0L, 0L, 1L);
    }

    @Test
    void messageKeepsKeyValueHeadersAndTime() {
        bench.create("orders", 1);
        List<RecordHeader> headers = List.of(new RecordHeader("h", Bytes.utf8("1")), new RecordHeader("h", Bytes.NULL),
            new RecordHeader("", Bytes.EMPTY));
        bench.publish("orders", new OutboundMessage(Bytes.EMPTY, Bytes.NULL, headers, 0, 12_345));

        LogRecord logged = bench.fetch("orders", 0, 0).records().get(0);

        assertThat(logged).isEqualTo(new LogRecord(0, 12_345, Bytes.EMPTY, Bytes.NULL, headers));
    }

    @Test
    void messageAboveTheLimitIsRefusedWithTheLimit() {
        bench.create("orders", 1, "max.message.bytes", "10");

        PublishOutcome fitting = bench.publish("orders", keyed("12345", "67890")).get(0);
        BrokerException cause = failure(bench.publish("orders", keyed("12345", "678901")).get(0));

        assertThat(fitting).isInstanceOf(PublishOutcome.Stored.class);
        assertThat(cause).isInstanceOfSatisfying(RecordTooLargeException.class,
            refused -> assertThat(refused.limitBytes()).isEqualTo(10));
        assertThat(cause.code()).isEqualTo("message-too-large");
    }

    @Test
    void largestMessageAllowedAnywhereIsStored() {
        bench.create("orders", 1, "max.message.bytes", "16777216", "segment.bytes", "4096");
        String value = "v".repeat(16 << 20);

        bench.publishTo("orders", 0, value);

        assertThat(bench.values("orders", 0)).containsExactly(value);
    }

    @Test
    void laterMessagesOfAPartitionFailUnattemptedAfterOneFailed() {
        bench.create("orders", 2, "max.message.bytes", "5");

        List<PublishOutcome> outcomes =
            bench.publish("orders", to(0, "a"), to(0, "too long"), to(1, "b"), to(0, "c"));

        assertThat(outcomes.get(0)).isInstanceOf(PublishOutcome.Stored.class);
        assertThat(failure(outcomes.get(1))).isInstanceOf(RecordTooLargeException.class);
        assertThat(outcomes.get(2)).isInstanceOf(PublishOutcome.Stored.class);
        assertThat(failure(outcomes.get(3))).isInstanceOf(NotAttemptedException.class)
            .extracting("code").isEqualTo("message-too-large");
        assertThat(bench.values("orders", 0)).containsExactly("a");
    }

    @Test
    void partitionOutOfRangeFailsAlone() {
        bench.create("orders", 2);

        List<PublishOutcome> outcomes = bench.publish("orders", to(2, "a"), to(1, "b"), to(-7, "c"));

        assertThat(failure(outcomes.get(0))).isInstanceOf(PartitionNotFoundException.class);
        assertThat(outcomes.get(1)).isInstanceOf(PublishOutcome.Stored.class);
        assertThat(failure(outcomes.get(2))).isInstanceOf(PartitionNotFoundException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 253_402_300_800_000L, Long.MAX_VALUE, Long.MIN_VALUE + 1})
    void timestampOutsideTheDocumentedRangeIsRefused(long timestampMillis) {
        bench.create("orders", 1);

        BrokerException cause = failure(bench.publish("orders", at(timestampMillis)).get(0));

        assertThat(cause).isInstanceOfSatisfying(InvalidRequestException.class,
            refused -> assertThat(refused.field()).isEqualTo("timestampMs"));
    }

    @Test
    void timestampsInAnyOrderWithinTheRangeAreKept() {
        bench.create("orders", 1);
        long[] times = {1_700_000_000_000L, 1_384_000_000_000L, 0, 2_015_000_000_000L, 9_007_199_254_740_993L / 100,
            253_402_300_799_999L};
        OutboundMessage[] messages = new OutboundMessage[times.length];
        for (int i = 0; i < times.length; i++) messages[i] = at(times[i]);

        bench.publish("orders", messages);

        assertThat(bench.fetch("orders", 0, 0).records().stream().mapToLong(LogRecord::timestampMillis))
            .containsExactly(1_700_000_000_000L, 1_384_000_000_000L, 0L, 2_015_000_000_000L,
                90_071_992_547_409L, 253_402_300_799_999L);
    }

    @Test
    void headerNameThatIsNoTextIsRefused() {
        bench.create("orders", 1);
        OutboundMessage message = new OutboundMessage(Bytes.NULL, Bytes.EMPTY,
            List.of(new RecordHeader("\uD800", Bytes.EMPTY)), 0, OutboundMessage.NOW);

        BrokerException cause = failure(bench.publish("orders", message).get(0));

        assertThat(cause).isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void largeRequestIsCutIntoBatchesAndKeepsItsOrder() {
        bench.create("orders", 1);
        OutboundMessage[] messages = new OutboundMessage[5000];
        for (int i = 0; i < messages.length; i++) messages[i] = to(0, "m".repeat(1000) + i);

        List<PublishOutcome> outcomes = bench.publish("orders", messages);

        assertThat(bench.store.statistics().appends()).isBetween(5L, 6L);
        for (int i = 0; i < messages.length; i++) {
            assertThat(((PublishOutcome.Stored) outcomes.get(i)).offset()).isEqualTo(i);
        }
        assertThat(BrokerBench.text(bench.fetch("orders", 0, 4321).records().get(0).value())).endsWith("m4321");
    }

    @Test
    void nothingIsAcknowledgedBeforeItsForceHasEnded() {
        bench.create("orders", 1);
        bench.fsyncs.pause();

        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "a"));
        bench.time.run();

        assertThat(pending.toCompletableFuture()).isNotDone();
        assertThat(bench.values("orders", 0)).isEmpty();
        bench.fsyncs.resume();
        assertThat(bench.get(pending).get(0)).isInstanceOf(PublishOutcome.Stored.class);
    }

    @Test
    void publishesThatArriveDuringAForceShareTheNextOne() {
        bench.create("orders", 1);
        long forcesBefore = bench.store.statistics().forces();
        bench.fsyncs.pause();
        List<CompletionStage<List<PublishOutcome>>> pending = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            pending.add(bench.startPublish("orders", to(0, "m" + i)));
            bench.time.run();
        }
        bench.fsyncs.resume();
        bench.time.run();

        assertThat(pending).allMatch(stage -> bench.get(stage).get(0) instanceof PublishOutcome.Stored);
        assertThat(bench.store.statistics().forces() - forcesBefore).isEqualTo(2);
    }

    @Test
    void asynchronousFlushAcknowledgesAtOnceAndForcesWithinASecond() {
        bench.create("orders", 1, "flush", "async");
        long forcesBefore = bench.store.statistics().forces();

        PublishOutcome.Stored stored = (PublishOutcome.Stored) bench.publish("orders", to(0, "a")).get(0);
        long forcesAtAcknowledgement = bench.store.statistics().forces();
        bench.time.pass(1000);

        assertThat(stored.flushed()).isFalse();
        assertThat(forcesAtAcknowledgement).isEqualTo(forcesBefore);
        assertThat(bench.store.statistics().forces()).isEqualTo(forcesBefore + 1);
        assertThat(bench.crashAndStart().values("orders", 0)).containsExactly("a");
    }

    @Test
    void forceThatTakesTooLongIsAnUnknownOutcomeAndThePartitionGoesOn() {
        bench.create("orders", 1);
        bench.fsyncs.pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "a"));
        bench.time.pass(10_000);
        BrokerException cause = failure(bench.get(pending).get(0));
        bench.fsyncs.resume();

        assertThat(cause).isInstanceOf(UnknownOutcomeException.class);
        assertThat(cause.code()).isEqualTo("acknowledgement-timeout");
        assertThat(cause.retriable()).isTrue();
        assertThat(bench.publishTo("orders", 0, "b")).isEqualTo(1);
        assertThat(bench.values("orders", 0)).containsExactly("a", "b");
    }

    @Test
    void fullDiskFailsTheAppendOnlyAndReadsGoOn() {
        bench.create("orders", 2);
        bench.publishTo("orders", 0, "a");
        bench.disk.failNextAppend(AppendFault.DISK_FULL);

        BrokerException cause = failure(bench.publish("orders", to(0, "b")).get(0));

        assertThat(cause).isInstanceOf(DiskFullException.class).extracting("code").isEqualTo("disk-full");
        assertThat(bench.values("orders", 0)).containsExactly("a");
        assertThat(bench.publishTo("orders", 0, "c")).isEqualTo(1);
    }

    @Test
    void batchesBeforeTheOneThatFilledTheDiskAreAcknowledged() {
        bench.create("orders", 1, "flush", "commit");
        String half = "m".repeat(700_000);
        bench.disk.limitUsableBytes(1_000_000);

        List<PublishOutcome> outcomes = bench.publish("orders", to(0, half), to(0, half), to(0, half));

        assertThat(outcomes.get(0)).isInstanceOf(PublishOutcome.Stored.class);
        assertThat(failure(outcomes.get(1))).isInstanceOf(DiskFullException.class);
        assertThat(failure(outcomes.get(2))).isInstanceOf(NotAttemptedException.class)
            .extracting("code").isEqualTo("disk-full");
    }

    private static OutboundMessage at(long timestampMillis) {
        return new OutboundMessage(Bytes.NULL, Bytes.utf8("v"), List.of(), 0, timestampMillis);
    }

    private static BrokerException failure(PublishOutcome outcome) {
        return ((PublishOutcome.Failed) outcome).cause();
    }
}
