package org.partita.core.record;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Records for tests: fixed ones, and arbitrary ones with every mix of null, empty, repeated and unusual parts. */
public final class SampleRecords {
    private static final long DAY_MILLIS = 86_400_000L;

    private SampleRecords() {
    }

    public static NewRecord text(long timestampMillis, String key, String value) {
        return new NewRecord(timestampMillis, Bytes.utf8(key), Bytes.utf8(value), List.of());
    }

    /** One uncompressed batch of so many small records. */
    public static RecordBatch batch(int recordCount) {
        return RecordBatchEncoder.encode(Compression.NONE,
            IntStream.range(0, recordCount).mapToObj(i -> text(1000 + i, "k" + i, "v" + i)).toList());
    }

    /** The same with values of so many bytes. */
    public static RecordBatch batchAt(long timestampMillis, int recordCount, int valueBytes) {
        return RecordBatchEncoder.encode(Compression.NONE, IntStream.range(0, recordCount)
            .mapToObj(i -> text(timestampMillis, "k" + i, "v".repeat(valueBytes))).toList());
    }

    /** One uncompressed batch of so many small records with this time and, in turn, one before it. */
    public static RecordBatch batchAt(long timestampMillis, int recordCount) {
        return RecordBatchEncoder.encode(Compression.NONE, IntStream.range(0, recordCount)
            .mapToObj(i -> text(timestampMillis - (recordCount - 1 - i) % 2, "k" + i, "v" + i)).toList());
    }

    /** One uncompressed batch with a single record whose value has so many bytes. */
    public static RecordBatch batchWithValueOf(int valueBytes) {
        NewRecord only = new NewRecord(1, Bytes.NULL, Bytes.of(new byte[valueBytes]), List.of());
        return RecordBatchEncoder.encode(Compression.NONE, List.of(only));
    }

    public static Arbitrary<List<NewRecord>> lists() {
        return lists(anyTimestamps());
    }

    /** The same with no time before 1970. */
    public static Arbitrary<List<NewRecord>> listsOfPlainTimes() {
        return lists(plainTimestamps());
    }

    /** @return {@code batch}, with the checksum that its bytes have */
    public static ByteBuffer resealed(ByteBuffer batch) {
        return batch.putInt(BatchHeader.CRC_POSITION, RecordBatch.crcOf(batch));
    }

    /** One batch with a right checksum around bytes that stand for so many records. */
    public static RecordBatch around(Compression compression, byte[] content, int recordCount) {
        ByteBuffer batch = ByteBuffer.allocate(RecordBatch.HEADER_BYTES + content.length)
            .put(batch(1).bytes().limit(RecordBatch.HEADER_BYTES)).put(content).flip();
        batch.putInt(BatchHeader.LENGTH_POSITION, batch.limit() - BatchHeader.LENGTH_END)
            .putShort(BatchHeader.ATTRIBUTES_POSITION, (short) compression.id())
            .putInt(BatchHeader.LAST_OFFSET_DELTA_POSITION, recordCount - 1)
            .putInt(BatchHeader.RECORD_COUNT_POSITION, recordCount);
        return RecordBatch.of(resealed(batch));
    }

    private static Arbitrary<List<NewRecord>> lists(Arbitrary<Long> timestamps) {
        Arbitrary<NewRecord> records =
            Combinators.combine(timestamps, bytesOrNull(), bytesOrNull(), headers()).as(NewRecord::new);
        return records.list().ofMinSize(1).ofMaxSize(40).map(ArrayList::new).map(List::copyOf);
    }

    static Arbitrary<Long> anyTimestamps() {
        return Arbitraries.oneOf(Arbitraries.longs(), Arbitraries.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE),
            plainTimestamps());
    }

    static Arbitrary<Long> plainTimestamps() {
        return Arbitraries.longs().between(0, 100_000 * DAY_MILLIS);
    }

    private static Arbitrary<Bytes> bytesOrNull() {
        Arbitrary<Bytes> some = Arbitraries.bytes().array(byte[].class).ofMaxSize(300).map(Bytes::of);
        return Arbitraries.oneOf(Arbitraries.of(Bytes.NULL, Bytes.EMPTY), some);
    }

    private static Arbitrary<List<RecordHeader>> headers() {
        Arbitrary<String> names = Arbitraries.oneOf(
            Arbitraries.of("", "repeated", "h", "gr\u00fc\u00df", "\u4e2d\u6587", "\ud83d\ude80", "a\u0000b"),
            Arbitraries.strings().ofMaxLength(20).map(SampleRecords::withoutSurrogates));
        return Combinators.combine(names, bytesOrNull()).as(RecordHeader::new).list().ofMaxSize(6).map(List::copyOf);
    }

    private static String withoutSurrogates(String text) {
        return text.chars().filter(each -> !Character.isSurrogate((char) each))
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }
}
