package org.partita.core.record;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Utils;

/** Records as kafka-clients writes and reads them. */
public final class KafkaRecords {
    private static final byte MAGIC_2 = org.apache.kafka.common.record.RecordBatch.MAGIC_VALUE_V2;

    private KafkaRecords() {
    }

    /** One batch at base offset 0. The builder of kafka-clients refuses negative timestamps. */
    public static ByteBuffer encoded(List<NewRecord> records, Compression compression) {
        SimpleRecord[] theirs = records.stream().map(KafkaRecords::toTheirs).toArray(SimpleRecord[]::new);
        return MemoryRecords.withRecords(MAGIC_2, 0,
            org.apache.kafka.common.compress.Compression.of(CompressionType.forId(compression.id())).build(),
            TimestampType.CREATE_TIME, theirs).buffer();
    }

    public static List<NewRecord> decoded(org.apache.kafka.common.record.RecordBatch theirs) {
        return StreamSupport.stream(theirs.spliterator(), false).map(KafkaRecords::fromTheirs).toList();
    }

    public static List<NewRecord> decoded(RecordBatch ours) {
        return decoded(MemoryRecords.readableRecords(ours.bytes()).firstBatch());
    }

    public static List<NewRecord> withoutOffsets(List<LogRecord> records) {
        return records.stream()
            .map(each -> new NewRecord(each.timestampMillis(), each.key(), each.value(), each.headers())).toList();
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
}
