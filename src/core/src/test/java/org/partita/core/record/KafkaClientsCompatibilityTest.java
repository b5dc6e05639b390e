package org.partita.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.ControlRecordType;
import org.apache.kafka.common.record.EndTransactionMarker;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Utils;

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
        return SampleRecords.lists(SampleRecords.plainTimestamps());
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
        MemoryRecords theirs = encodedByThem(records, org.apache.kafka.common.compress.Compression.NONE);

        RecordBatch ours = RecordBatchEncoder.encode(Compression.NONE, records);

        assertThat(ours.bytes()).isEqualTo(theirs.buffer());
    }

    @Property(tries = 200)
    void weReadTheirGzipBatches(@ForAll("recordsOfTheirs") List<NewRecord> records) {
        MemoryRecords theirs =
            encodedByThem(records, org.apache.kafka.common.compress.Compression.gzip().build());

        RecordBatch batch = RecordBatch.of(theirs.buffer());

        assertThat(batch.records(MAX_BYTES).stream().map(KafkaClientsCompatibilityTest::withoutOffset).toList())
            .isEqualTo(records);
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

    @Example
    void controlBatchIsSeen() {
        MemoryRecords theirs = MemoryRecords.withEndTransactionMarker(7, 1000, 2, 71L, (short) 3,
            new EndTransactionMarker(ControlRecordType.COMMIT, 1));

        RecordBatch batch = RecordBatch.of(theirs.buffer());

        assertThat(batch.header().control()).isTrue();
        assertThat(batch.records(0)).singleElement().satisfies(marker -> assertThat(marker.offset()).isEqualTo(7));
    }

    @Example
    void appendTimeStandsForTheTimesOfTheProducer() {
        MemoryRecords theirs = MemoryRecords.withRecords(MAGIC_2, 0,
            org.apache.kafka.common.compress.Compression.NONE, TimestampType.LOG_APPEND_TIME,
            new SimpleRecord(5, "v".getBytes()), new SimpleRecord(6, "v".getBytes()));
        theirs.batches().forEach(each -> each.setMaxTimestamp(TimestampType.LOG_APPEND_TIME, 99));

        RecordBatch batch = RecordBatch.of(theirs.buffer());

        assertThat(batch.header().appendTime()).isTrue();
        assertThat(batch.records(0)).extracting(LogRecord::timestampMillis).containsExactly(99L, 99L);
    }

    private static void assertTheyRead(List<NewRecord> records, Compression compression) {
        RecordBatch ours = RecordBatchEncoder.encode(compression, records).placedAt(123_456_789_012L, 7);

        var theirs = MemoryRecords.readableRecords(ours.bytes()).firstBatch();

        theirs.ensureValid();
        assertThat(theirs.sizeInBytes()).isEqualTo(ours.sizeBytes());
        assertThat(theirs.lastOffset()).isEqualTo(ours.lastOffset());
        assertThat(theirs.maxTimestamp()).isEqualTo(ours.maxTimestampMillis());
        assertThat(theirs.partitionLeaderEpoch()).isEqualTo(7);
        Stream<NewRecord> read = StreamSupport.stream(theirs.spliterator(), false)
            .map(KafkaClientsCompatibilityTest::fromTheirs);
        assertThat(read.toList()).isEqualTo(records);
    }

    private static MemoryRecords encodedByThem(List<NewRecord> records,
            org.apache.kafka.common.compress.Compression compression) {
        SimpleRecord[] theirs = records.stream().map(KafkaClientsCompatibilityTest::toTheirs)
            .toArray(SimpleRecord[]::new);
        return MemoryRecords.withRecords(MAGIC_2, 0, compression, TimestampType.CREATE_TIME, theirs);
    }

    private static SimpleRecord toTheirs(NewRecord each) {
        Header[] headers = each.headers().stream()
            .map(header -> new RecordHeader(header.name(), toArray(header.value()))).toArray(Header[]::new);
        return new SimpleRecord(each.timestampMillis(), toArray(each.key()), toArray(each.value()), headers);
    }

    private static byte[] toArray(Bytes bytes) {
        return bytes.isNull() ? null : bytes.toArray();
    }

    private static NewRecord fromTheirs(Record each) {
        List<org.partita.core.record.RecordHeader> headers = new ArrayList<>();
        for (Header header : each.headers()) {
            Bytes value = header.value() == null ? Bytes.NULL : Bytes.of(header.value());
            headers.add(new org.partita.core.record.RecordHeader(header.key(), value));
        }
        return new NewRecord(each.timestamp(), fromTheirs(each.key()), fromTheirs(each.value()), headers);
    }

    private static Bytes fromTheirs(ByteBuffer bytes) {
        return bytes == null ? Bytes.NULL : Bytes.of(Utils.toArray(bytes));
    }

    private static NewRecord withoutOffset(LogRecord each) {
        return new NewRecord(each.timestampMillis(), each.key(), each.value(), each.headers());
    }
}
