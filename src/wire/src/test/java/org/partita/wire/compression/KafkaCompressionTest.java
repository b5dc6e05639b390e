package org.partita.wire.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.partita.core.record.Bytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.KafkaRecords;
import org.partita.core.record.NewRecord;
import org.partita.core.record.ProducerState;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.core.record.RecordHeader;
import org.partita.core.record.SampleRecords;

/** Every kind of compression goes both ways between here and kafka-clients. */
class KafkaCompressionTest {
    private static final int MAX_BYTES = 32 << 20;
    private static final Codecs CODECS = LibraryCodecs.all();

    @Provide
    Arbitrary<List<NewRecord>> records() {
        return SampleRecords.lists();
    }

    @Provide
    Arbitrary<List<NewRecord>> recordsOfTheirs() {
        return SampleRecords.listsOfPlainTimes();
    }

    @Property(tries = 500)
    void theyReadOurBatches(@ForAll("records") List<NewRecord> records, @ForAll Compression compression) {
        assertTheyRead(records, compression);
    }

    @Property(tries = 200)
    void theyReadOurBatchesWithTheTimeOfTheAppend(@ForAll("records") List<NewRecord> records,
            @ForAll Compression compression) {
        RecordBatch ours = RecordBatchEncoder.encode(compression, CODECS, records, 5).appendedAt(1_700_000_000_000L)
            .placedAt(123_456_789_012L, 7);

        var theirs = MemoryRecords.readableRecords(ours.bytes()).firstBatch();

        theirs.ensureValid();
        assertThat(theirs.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
        assertThat(theirs.compressionType().id).isEqualTo((byte) compression.id());
        assertThat(KafkaRecords.decoded(theirs)).isEqualTo(records.stream()
            .map(each -> new NewRecord(1_700_000_000_000L, each.key(), each.value(), each.headers())).toList());
        assertThat(KafkaRecords.withoutOffsets(ours.records(CODECS, MAX_BYTES)))
            .isEqualTo(KafkaRecords.decoded(theirs));
    }

    @Property(tries = 500)
    void weReadTheirBatches(@ForAll("recordsOfTheirs") List<NewRecord> records, @ForAll Compression compression) {
        assertWeRead(records, compression);
    }

    @Property(tries = 300)
    void weReadOurBatches(@ForAll("records") List<NewRecord> records, @ForAll Compression compression) {
        RecordBatch batch = RecordBatch.of(encoded(records, compression).bytes());

        assertThat(batch.compression()).isEqualTo(compression);
        assertThat(KafkaRecords.withoutOffsets(batch.records(CODECS, MAX_BYTES))).isEqualTo(records);
    }

    @ParameterizedTest
    @EnumSource
    void batchesOfManyBlocksGoBothWays(Compression compression) {
        List<NewRecord> records = large();

        assertTheyRead(records, compression);
        assertWeRead(records, compression);
    }

    private static void assertTheyRead(List<NewRecord> records, Compression compression) {
        RecordBatch ours = encoded(records, compression).placedAt(123_456_789_012L, 7);

        var theirs = MemoryRecords.readableRecords(ours.bytes()).firstBatch();

        theirs.ensureValid();
        assertThat(theirs.compressionType().id).isEqualTo((byte) compression.id());
        assertThat(theirs.lastOffset()).isEqualTo(ours.lastOffset());
        assertThat(KafkaRecords.decoded(theirs)).isEqualTo(records);
    }

    private static void assertWeRead(List<NewRecord> records, Compression compression) {
        RecordBatch theirs = RecordBatch.of(KafkaRecords.encoded(records, compression));

        assertThat(theirs.compression()).isEqualTo(compression);
        assertThat(KafkaRecords.withoutOffsets(theirs.records(CODECS, MAX_BYTES))).isEqualTo(records);
    }

    private static RecordBatch encoded(List<NewRecord> records, Compression compression) {
        return RecordBatchEncoder.encode(compression, CODECS, ProducerState.NONE, records);
    }

    /** Noise, which no codec makes smaller, beside text, which all do, and larger than any block of any of them. */
    private static List<NewRecord> large() {
        byte[] noise = new byte[5 << 20];
        new Random(3).nextBytes(noise);
        NewRecord noisy = new NewRecord(5, Bytes.NULL, Bytes.of(noise), List.of());
        NewRecord even = new NewRecord(4, Bytes.utf8("key"), Bytes.of(new byte[9 << 20]),
            List.of(new RecordHeader("h", Bytes.NULL)));
        List<NewRecord> texts = IntStream.range(0, 20_000)
            .mapToObj(i -> SampleRecords.text(1_700_000_000_000L + i, "customer-" + i % 100, "order " + i)).toList();
        return IntStream.range(0, texts.size() + 2)
            .mapToObj(i -> i == 0 ? noisy : i == 1 ? even : texts.get(i - 2)).toList();
    }
}
