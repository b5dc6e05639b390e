package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.read.PartitionReader;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.log.state.EpochEnd;
import org.partita.core.log.time.TimedOffset;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.BatchHeader;
import org.partita.core.record.Bytes;
import org.partita.storage.LogSlice;

/** What senders read of a partition. */
class PartitionReaderTest {
    private static final int ALL = 1 << 20;

    private final BrokerBench bench = BrokerBench.started();

    @Test
    void aSliceHasTheWholeBatchesFromTheOneThatHoldsTheOffset() {
        PartitionReader reader = created("orders");
        bench.publish("orders", to(0, "a"), to(0, "b"));
        bench.publish("orders", to(0, "c"));

        ByteBuffer found = slice(reader, 1, ALL);

        assertThat(BatchHeader.read(found).baseOffset()).isZero();
        assertThat(found.remaining()).isGreaterThan(BatchHeader.read(found).sizeBytes());
        assertThat(slice(reader, 2, 1).remaining()).isLessThan(found.remaining()).isPositive();
        assertThat(slice(reader, 3, ALL).remaining()).isZero();
    }

    @Test
    void b058NothingAboveTheHighWatermarkIsRead() {
        PartitionReader reader = created("orders");
        bench.publishTo("orders", 0, "a");
        bench.fsyncs.pause();
        bench.startPublish("orders", to(0, "b"));
        bench.time.run();

        assertThat(reader.bounds().logEndOffset()).isEqualTo(2);
        assertThat(reader.bounds().highWatermark()).isEqualTo(1);
        assertThat(BatchHeader.read(slice(reader, 0, ALL)).sizeBytes()).isEqualTo(slice(reader, 0, ALL).remaining());
        assertThat(slice(reader, 1, ALL).remaining()).isZero();
    }

    @Test
    void offsetsOutsideTheLogAreRefused() {
        PartitionReader reader = created("orders");
        bench.publishTo("orders", 0, "a");
        bench.publishTo("orders", 0, "b");
        bench.get(bench.broker.deleteRecords(TopicRef.named("orders"), 0, 1));

        assertThatThrownBy(() -> slice(reader, 0, ALL)).isInstanceOf(OffsetOutOfRangeException.class);
        assertThatThrownBy(() -> slice(reader, 3, ALL)).isInstanceOf(OffsetOutOfRangeException.class);
    }

    @Test
    void aSliceTakesNoneOfTheMemoryOfReadsForBytesThatItsTakerTakes() {
        long readBytes = 1 << 20;
        BrokerBench small = BrokerBench.started(
            BrokerBench.limits(BrokerLimits.DEFAULT.withMaxReadBytes(readBytes)));
        small.create("orders", 1);
        small.publishTo("orders", 0, "a");
        PartitionReader reader = small.broker.reader(TopicRef.named("orders"), 0);

        LogSlice found = small.get(reader.slice(0, 50 << 20, slice -> slice));

        assertThat(found.lengthBytes()).isPositive();
        found.close();
    }

    @Test
    void aTakerThatFailsLeavesNoSliceOpen() {
        PartitionReader reader = created("orders");
        bench.publishTo("orders", 0, "a");
        LogSlice[] taken = new LogSlice[1];

        CompletionStage<Object> failing = reader.slice(0, ALL, slice -> {
            taken[0] = slice;
            throw new IllegalStateException("on purpose");
        });

        assertThatThrownBy(() -> bench.get(failing)).hasMessageContaining("orders-0 cannot be read at offset 0");
        assertThatThrownBy(() -> taken[0].bytes()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatWasReadWhenTheContainerEndsGetsToWhoAskedForIt() {
        PartitionReader reader = created("orders");
        bench.publishTo("orders", 0, "a");
        CompletionStage<LogSlice> read = reader.slice(0, ALL, slice -> slice);
        bench.completions.refuse(true);
        bench.time.refuseTimers(true);

        LogSlice taken = bench.get(read);

        assertThat(taken.bytes().remaining()).isPositive();
        taken.close();
    }

    @Test
    void aReaderStaysThatOfItsTopic() {
        PartitionReader reader = created("orders");
        UUID id = bench.broker.metadata().topic("orders").orElseThrow().id();
        bench.get(bench.broker.deleteTopic("orders"));
        bench.create("orders", 1);

        assertThatThrownBy(reader::bounds).isInstanceOf(TopicNotFoundException.class);
        assertThatThrownBy(() -> slice(reader, 0, ALL)).isInstanceOf(TopicNotFoundException.class);
        assertThatThrownBy(() -> bench.broker.reader(id, 0)).isInstanceOf(TopicNotFoundException.class)
            .hasMessageContaining(id.toString());
        assertThatThrownBy(() -> bench.broker.reader(TopicRef.named("orders"), 1))
            .isInstanceOf(PartitionNotFoundException.class);
    }

    @Test
    void recordsAreFoundByTheirTimes() {
        PartitionReader reader = created("orders");
        for (long time : List.of(50L, 900L, 30L, 900L)) bench.publish("orders", at(time));
        int epoch = reader.bounds().leaderEpoch();

        assertThat(bench.get(reader.firstNotOlder(51))).contains(new TimedOffset(1, 900, epoch));
        assertThat(bench.get(reader.firstNotOlder(901))).isEmpty();
        assertThat(bench.get(reader.newest())).contains(new TimedOffset(1, 900, epoch));
    }

    @Test
    void theNewestRecordIsOneThatCanBeRead() {
        PartitionReader reader = created("orders");
        for (long time : List.of(700L, 50L, 60L)) bench.publish("orders", at(time));
        bench.get(bench.broker.deleteRecords(TopicRef.named("orders"), 0, 1));
        bench.fsyncs.pause();
        bench.startPublish("orders", at(800));
        bench.time.run();

        assertThat(bench.get(reader.newest())).contains(new TimedOffset(2, 60, reader.bounds().leaderEpoch()));
        assertThat(bench.get(created("empty").newest())).isEmpty();
    }

    @Test
    void epochsAreThoseOfTheBatches() {
        int first = created("orders").bounds().leaderEpoch();
        bench.publish("orders", to(0, "a"), to(0, "b"));
        bench.killAndStart();
        PartitionReader reader = bench.broker.reader(TopicRef.named("orders"), 0);
        int second = reader.bounds().leaderEpoch();
        bench.publishTo("orders", 0, "c");

        assertThat(second).isGreaterThan(first);
        assertThat(reader.epochAt(1)).hasValue(first);
        assertThat(reader.epochAt(2)).hasValue(second);
        assertThat(reader.epochAt(3)).isEmpty();
        assertThat(reader.endOfEpoch(first)).isEqualTo(new EpochEnd(first, 2));
        assertThat(reader.endOfEpoch(second)).isEqualTo(new EpochEnd(second, 3));
    }

    private PartitionReader created(String topic) {
        bench.create(topic, 1);
        return bench.broker.reader(TopicRef.named(topic), 0);
    }

    private static OutboundMessage at(long timestampMillis) {
        return new OutboundMessage(Bytes.NULL, Bytes.utf8("x"), List.of(), 0, timestampMillis);
    }

    private ByteBuffer slice(PartitionReader reader, long offset, int maxBytes) {
        return bench.get(reader.slice(offset, maxBytes, slice -> {
            try (slice) {
                return slice.bytes();
            }
        }));
    }
}
