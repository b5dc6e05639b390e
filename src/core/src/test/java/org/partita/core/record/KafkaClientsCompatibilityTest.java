package org.partita.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.ShortRange;

import org.apache.kafka.common.record.ControlRecordType;
import org.apache.kafka.common.record.EndTransactionMarker;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.common.record.TimestampType;

/** Batches go both ways between this encoder and decoder and the ones of kafka-clients. */
class KafkaClientsCompatibilityTest {
    private static final int MAX_BYTES = 1 << 20;
    private static final byte MAGIC_2 = org.apache.kafka.common.record.RecordBatch.MAGIC_VALUE_V2;

    @Provide
    Arbitrary<List<NewRecord>> records() {
        return SampleRecords.lists();
    }

    /** The builder of kafka-clients refuses negative timestamps. */
    @Provide
    Arbitrary<List<NewRecord>> recordsOfTheirs() {
        return SampleRecords.listsOfPlainTimes();
    }

    @Property(tries = 500)
    void theyReadOurPlainBatches(@ForAll("records") List<NewRecord> records) {
        assertTheyRead(records, Compression.NONE);
    }

    @Property(tries = 200)
    void theyReadOurGzipBatches(@ForAll("records") List<NewRecord> records) {
        assertTheyRead(records, Compression.GZIP);
    }

    @Property(tries = 500)
    void ourPlainBatchHasTheBytesOfTheirs(@ForAll("recordsOfTheirs") List<NewRecord> records) {
        ByteBuffer theirs = KafkaRecords.encoded(records, Compression.NONE);

        RecordBatch ours = RecordBatchEncoder.encode(Compression.NONE, records);

        assertThat(ours.bytes()).isEqualTo(theirs);
    }

    @Property(tries = 200)
    void weReadTheirGzipBatches(@ForAll("recordsOfTheirs") List<NewRecord> records) {
        RecordBatch batch = RecordBatch.of(KafkaRecords.encoded(records, Compression.GZIP));

        assertThat(KafkaRecords.withoutOffsets(batch.records(Codecs.JDK, MAX_BYTES))).isEqualTo(records);
    }

    @Example
    void producerStateOfATransactionalBatchIsSeen() {
        MemoryRecords theirs = MemoryRecords.withTransactionalRecords(MAGIC_2, 40,
            org.apache.kafka.common.compress.Compression.NONE, 71L, (short) 3, 1000, 9,
            new SimpleRecord(5, "k".getBytes(), "v".getBytes()));

        BatchHeader header = RecordBatch.of(theirs.buffer()).header();

        assertThat(header.transactional()).isTrue();
        assertThat(header.control()).isFalse();
        assertThat(header.baseOffset()).isEqualTo(40);
        assertThat(header.producerId()).isEqualTo(71);
        assertThat(header.producerEpoch()).isEqualTo((short) 3);
        assertThat(header.baseSequence()).isEqualTo(1000);
        assertThat(header.leaderEpoch()).isEqualTo(9);
    }

    @Property(tries = 100)
    void theySeeTheProducerThatWeWrite(@ForAll("records") List<NewRecord> records,
            @ForAll @LongRange(min = 0) long producerId, @ForAll @ShortRange(min = 0) short producerEpoch,
            @ForAll @IntRange(min = 0) int baseSequence, @ForAll boolean transactional) {
        ProducerState producer = new ProducerState(producerId, producerEpoch, baseSequence, transactional);
        RecordBatch ours = RecordBatchEncoder.encode(Compression.GZIP, Codecs.JDK, producer, records);

        var theirs = MemoryRecords.readableRecords(ours.bytes()).firstBatch();

        theirs.ensureValid();
        assertThat(theirs.producerId()).isEqualTo(producerId);
        assertThat(theirs.producerEpoch()).isEqualTo(producerEpoch);
        assertThat(theirs.baseSequence()).isEqualTo(baseSequence);
        assertThat(theirs.isTransactional()).isEqualTo(transactional);
        assertThat(theirs.isControlBatch()).isFalse();
        assertThat(KafkaRecords.decoded(theirs)).isEqualTo(records);
    }

    @Example
    void endOfATransactionIsSeen() {
        assertThat(markerOf(ControlRecordType.COMMIT)).isEqualTo(new ControlRecord((short) 0, ControlRecord.COMMIT));
        assertThat(markerOf(ControlRecordType.ABORT)).isEqualTo(new ControlRecord((short) 0, ControlRecord.ABORT));
    }

    private static ControlRecord markerOf(ControlRecordType type) {
        MemoryRecords theirs = MemoryRecords.withEndTransactionMarker(7, 1000, 2, 71L, (short) 3,
            new EndTransactionMarker(type, 1));

        RecordBatch batch = RecordBatch.of(theirs.buffer());

        assertThat(batch.header().control()).isTrue();
        assertThat(batch.header().transactional()).isTrue();
        assertThat(batch.records(Codecs.NONE, 0)).hasSize(1);
        assertThat(batch.records(Codecs.NONE, 0).get(0).offset()).isEqualTo(7);
        return ControlRecord.of(batch.records(Codecs.NONE, 0).get(0));
    }

    @Example
    void appendTimeStandsForTheTimesOfTheProducer() {
        MemoryRecords theirs = MemoryRecords.withRecords(MAGIC_2, 0,
            org.apache.kafka.common.compress.Compression.NONE, TimestampType.LOG_APPEND_TIME,
            new SimpleRecord(5, "v".getBytes()), new SimpleRecord(6, "v".getBytes()));
        theirs.batches().forEach(each -> each.setMaxTimestamp(TimestampType.LOG_APPEND_TIME, 99));

        RecordBatch batch = RecordBatch.of(theirs.buffer());

        assertThat(batch.header().appendTime()).isTrue();
        assertThat(batch.records(Codecs.NONE, 0)).extracting(LogRecord::timestampMillis).containsExactly(99L, 99L);
    }

    @Property(tries = 100)
    void theySeeTheAppendTimeThatWeWrite(@ForAll("records") List<NewRecord> records, @ForAll boolean compressed,
            @ForAll @LongRange(min = 0) long appendMillis) {
        RecordBatch ours = RecordBatchEncoder.encode(compressed ? Compression.GZIP : Compression.NONE, records)
            .appendedAt(appendMillis);

        var theirs = MemoryRecords.readableRecords(ours.bytes()).firstBatch();

        theirs.ensureValid();
        assertThat(theirs.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
        assertThat(theirs.maxTimestamp()).isEqualTo(appendMillis);
        assertThat(KafkaRecords.decoded(theirs)).isEqualTo(at(appendMillis, records));
        assertThat(KafkaRecords.withoutOffsets(ours.records(Codecs.JDK, MAX_BYTES)))
            .isEqualTo(at(appendMillis, records));
    }

    /** As a broker of Kafka does when it takes a batch of a producer. */
    @Property(tries = 100)
    void ourBatchWithAppendTimeHasTheBytesOfTheirs(@ForAll("recordsOfTheirs") List<NewRecord> records,
            @ForAll @LongRange(min = 0) long appendMillis) {
        ByteBuffer theirs = KafkaRecords.encoded(records, Compression.NONE);
        MemoryRecords.readableRecords(theirs).batches()
            .forEach(each -> each.setMaxTimestamp(TimestampType.LOG_APPEND_TIME, appendMillis));

        RecordBatch ours = RecordBatchEncoder.encode(Compression.NONE, records).appendedAt(appendMillis);

        assertThat(ours.bytes()).isEqualTo(theirs);
    }

    private static List<NewRecord> at(long timestampMillis, List<NewRecord> records) {
        return records.stream()
            .map(each -> new NewRecord(timestampMillis, each.key(), each.value(), each.headers())).toList();
    }

    private static void assertTheyRead(List<NewRecord> records, Compression compression) {
        RecordBatch ours = RecordBatchEncoder.encode(compression, records).placedAt(123_456_789_012L, 7);

        var theirs = MemoryRecords.readableRecords(ours.bytes()).firstBatch();

        theirs.ensureValid();
        assertThat(theirs.sizeInBytes()).isEqualTo(ours.sizeBytes());
        assertThat(theirs.lastOffset()).isEqualTo(ours.lastOffset());
        assertThat(theirs.maxTimestamp()).isEqualTo(ours.maxTimestampMillis());
        assertThat(theirs.partitionLeaderEpoch()).isEqualTo(7);
        assertThat(KafkaRecords.decoded(theirs)).isEqualTo(records);
    }
}
