package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.produce.Batches.TIME_MILLIS;

import java.nio.ByteBuffer;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.produce.BatchRefusedException;
import org.partita.core.produce.Batches;
import org.partita.core.record.Bytes;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.ProducerState;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordHeader;

/** What is no batch for a log, and why. */
class ProduceRefusalTest {
    private static final int LENGTH = 8;
    private static final int MAGIC = 16;
    private static final int ATTRIBUTES = 21;
    private static final int LAST_OFFSET_DELTA = 23;
    private static final int MAX_TIMESTAMP = 35;
    private static final int PRODUCER_EPOCH = 51;
    private static final int RECORD_COUNT = 57;
    private static final int RECORDS = 61;

    private final ProduceBench orders = new ProduceBench("max.message.bytes", "10000");

    @Test
    void batchThatDoesNotEndWhereItSays() {
        ByteBuffer batch = Batches.plain("a");

        assertRefused(batch.duplicate().limit(batch.limit() - 1), "corrupt-batch");
        assertRefused(batch.duplicate().limit(10), "corrupt-batch");
        assertRefused(Batches.copy(batch).putInt(LENGTH, 20), "corrupt-batch");
        assertRefused(Batches.copy(batch).putInt(LENGTH, -1), "corrupt-batch");
        assertRefused(ByteBuffer.allocate(0), "invalid-record");
    }

    @Test
    void twoBatches() {
        ByteBuffer batch = Batches.plain("a");
        ByteBuffer two = ByteBuffer.allocate(2 * batch.remaining()).put(batch.duplicate()).put(batch.duplicate());

        assertRefused(two.flip(), "invalid-record");
    }

    @Test
    void anyChangedBit() {
        ByteBuffer batch = Batches.plain("a", "b");
        for (int at = MAGIC + 1; at < batch.limit(); at++) {
            ByteBuffer changed = Batches.copy(batch);
            changed.put(at, (byte) (changed.get(at) ^ 1));
            assertRefused(changed, "corrupt-batch");
        }
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 1, 3})
    void otherFormats(byte magic) {
        assertRefused(Batches.copy(Batches.plain("a")).put(MAGIC, magic), "unsupported-batch-format");
    }

    @Test
    void countsThatContradictTheRecords() {
        ByteBuffer batch = Batches.plain("a", "b");

        assertRefused(sealed(Batches.copy(batch).putInt(LAST_OFFSET_DELTA, 2)), "invalid-record");
        assertRefused(sealed(Batches.copy(batch).putInt(RECORD_COUNT, 1)), "invalid-record");
        assertRefused(sealed(Batches.copy(batch).putInt(RECORD_COUNT, 1).putInt(LAST_OFFSET_DELTA, 0)),
            "invalid-record");
        assertRefused(sealed(Batches.copy(batch).putInt(RECORD_COUNT, 3).putInt(LAST_OFFSET_DELTA, 2)),
            "invalid-record");
        assertRefused(sealed(Batches.copy(batch).putInt(RECORD_COUNT, 0).putInt(LAST_OFFSET_DELTA, -1)),
            "invalid-record");
        assertRefused(sealed(Batches.copy(batch).putLong(0, 1)), "invalid-record");
    }

    /** No bit of them may make the scan fail in another way than by a refusal. */
    @Test
    void recordsWithAnyBitChangedAreStoredOrRefused() {
        ByteBuffer batch = Batches.plain("a", "b");
        for (int at = RECORDS; at < batch.limit(); at++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                ByteBuffer changed = Batches.copy(batch);
                changed.put(at, (byte) (changed.get(at) ^ 1 << bit));
                assertStoredOrRefused(sealed(changed));
            }
        }
        assertThat(orders.bench.values(ProduceBench.TOPIC, 0)).isNotEmpty();
    }

    private void assertStoredOrRefused(ByteBuffer batch) {
        try {
            orders.produce(batch);
        } catch (BatchRefusedException refused) {
            assertThat(refused.code()).isIn("invalid-record", "invalid-timestamp");
        }
    }

    @Test
    void whatOnlyBrokersMake() {
        assertRefused(sealed(Batches.copy(Batches.plain("a")).putShort(ATTRIBUTES, (short) 0x20)), "invalid-record");
        assertRefused(sealed(Batches.copy(Batches.plain("a")).putShort(ATTRIBUTES, (short) 0x08)),
            "invalid-timestamp");
        assertRefused(withHeader("partita-idempotency"), "invalid-record");
        assertRefused(withHeader("partita-"), "invalid-record");
        assertRefused(withHeader("Partita-x"), "invalid-record");

        orders.produce(withHeader("partita"));
        orders.produce(withHeader("content-type"));
        assertThat(orders.bench.fetch(ProduceBench.TOPIC, 0, 0).records()).hasSize(2);
    }

    @Test
    void headerNamesThatAreNotText() {
        ByteBuffer cut = Batches.copy(withHeader("na\u00e4"));

        assertRefused(sealed(cut.put(cut.limit() - 3, (byte) 'a')), "invalid-record");

        orders.produce(withHeader("na\u00e4"));
        assertThat(orders.bench.fetch(ProduceBench.TOPIC, 0, 0).records().get(0).headers())
            .containsExactly(new RecordHeader("na\u00e4", Bytes.utf8("1")));
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
    void attributesThatMeanNothing(int bit) {
        assertRefused(sealed(Batches.copy(Batches.plain("a")).putShort(ATTRIBUTES, (short) (1 << bit))),
            "invalid-record");
    }

    @Test
    void transactions() {
        assertRefused(Batches.encoded(Compression.NONE, new ProducerState(7, (short) 0, 0, true), "a"),
            "transactions-unavailable");
    }

    @Test
    void producersWithoutEpochOrSequence() {
        ByteBuffer batch = Batches.of(7, 0, 0, "a");

        assertRefused(sealed(Batches.copy(batch).putShort(PRODUCER_EPOCH, (short) -1)), "invalid-record");
        assertRefused(sealed(Batches.copy(batch).putInt(PRODUCER_EPOCH + 2, -1)), "invalid-record");
    }

    @Test
    void batchThatIsTooLargeForItsTopic() {
        assertRefused(Batches.plain("x".repeat(10_000)), "message-too-large");
        assertThat(orders.produce(Batches.encoded(Compression.GZIP, ProducerState.NONE, "x".repeat(10_000)))).isZero();
    }

    @Test
    void compressionThatCannotBeRead() {
        ByteBuffer batch = Batches.copy(Batches.plain("a"));

        assertRefused(sealed(batch.putShort(ATTRIBUTES, (short) Compression.ZSTD.id())), "unsupported-compression");
        assertRefused(sealed(batch.putShort(ATTRIBUTES, (short) Compression.GZIP.id())), "invalid-record");
        assertRefused(sealed(batch.putShort(ATTRIBUTES, (short) 5)), "invalid-record");
    }

    @Test
    void batchThatInflatesBeyondTheBound() {
        ByteBuffer bomb = Batches.encoded(Compression.GZIP, ProducerState.NONE,
            "x".repeat(RecordBatch.MAX_INFLATED_BYTES));
        ProduceBench large = new ProduceBench("max.message.bytes", "16777216");

        assertThatThrownBy(() -> large.produce(bomb)).hasFieldOrPropertyWithValue("code", "invalid-record")
            .hasMessageContaining("inflate");
        assertThat(bomb.remaining()).isLessThan(100_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -TIME_MILLIS, 253_402_300_800_000L, Long.MIN_VALUE, Long.MAX_VALUE})
    void timesBeforeTheEpochOrAfterTheYear9999(long millis) {
        assertRefused(at(millis), "invalid-timestamp");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 253_402_300_799_999L})
    void timesThatAreFarOffAreStored(long millis) {
        orders.produce(at(millis));

        assertThat(orders.bench.fetch(ProduceBench.TOPIC, 0, 0).records().get(0).timestampMillis()).isEqualTo(millis);
    }

    /** Some producers leave it wrong; search by time and retention go by it. */
    @Test
    void maxTimestampIsPutRight() {
        ProduceBench open = new ProduceBench("retention.ms", "-1");
        open.produce(sealed(Batches.copy(Batches.plain("a", "b")).putLong(MAX_TIMESTAMP, 5)));

        assertThat(open.stored().get(0).maxTimestampMillis()).isEqualTo(TIME_MILLIS + 1);
    }

    @Test
    void compressionOfTheTopicIsThatOfItsBatches() {
        ProduceBench gzip = new ProduceBench("compression.type", "gzip", "retention.ms", "-1");
        ProduceBench plain = new ProduceBench("compression.type", "uncompressed", "retention.ms", "-1");
        ProducerState producer = new ProducerState(7, (short) 3, 11, false);

        gzip.produce(Batches.encoded(Compression.NONE, producer, "a", "b"));
        plain.produce(Batches.encoded(Compression.GZIP, producer, "a", "b"));

        assertThat(gzip.bench.values(ProduceBench.TOPIC, 0)).containsExactly("a", "b");
        assertThat(plain.bench.values(ProduceBench.TOPIC, 0)).containsExactly("a", "b");
        RecordBatch compressed = gzip.stored().get(0);
        assertThat(compressed.compression()).isEqualTo(Compression.GZIP);
        assertThat(compressed.header().baseSequence()).isEqualTo(11);
        assertThat(plain.stored().get(0).bytes().position(MAGIC))
            .isEqualTo(Batches.encoded(Compression.NONE, producer, "a", "b").position(MAGIC));
    }

    @Test
    void batchThatIsTooLargeWhenItIsNotCompressed() {
        ProduceBench plain = new ProduceBench("compression.type", "uncompressed", "max.message.bytes", "1000");

        ByteBuffer batch = Batches.encoded(Compression.GZIP, ProducerState.NONE, "x".repeat(2_000));

        assertThatThrownBy(() -> plain.produce(batch))
            .hasFieldOrPropertyWithValue("code", "message-too-large");
    }

    private static ByteBuffer withHeader(String name) {
        return Batches.encoded(Compression.NONE, ProducerState.NONE, List.of(new NewRecord(TIME_MILLIS, Bytes.NULL,
            Bytes.utf8("v"), List.of(new RecordHeader(name, Bytes.utf8("1"))))));
    }

    private static ByteBuffer at(long millis) {
        return Batches.encoded(Compression.NONE, ProducerState.NONE,
            List.of(new NewRecord(millis, Bytes.NULL, Bytes.utf8("v"), List.of())));
    }

    private static ByteBuffer sealed(ByteBuffer batch) {
        return Batches.sealed(batch);
    }

    private void assertRefused(ByteBuffer batch, String code) {
        assertThatThrownBy(() -> orders.produce(batch)).hasFieldOrPropertyWithValue("code", code);
    }
}
