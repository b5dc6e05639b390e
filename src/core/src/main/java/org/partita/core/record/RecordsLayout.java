package org.partita.core.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The records of one batch with the size of each, so that they can be written into a buffer of exactly their size. */
final class RecordsLayout {
    private static final int NULL_LENGTH = -1;
    private static final int ATTRIBUTES_BYTES = 1;
    private static final int MAX_BYTES = Integer.MAX_VALUE - BatchHeader.SIZE_BYTES - 64;

    private final List<NewRecord> records;
    private final int[] bodyBytes;
    private final int sizeBytes;

    private RecordsLayout(List<NewRecord> records, int[] bodyBytes, int sizeBytes) {
        this.records = records;
        this.bodyBytes = bodyBytes;
        this.sizeBytes = sizeBytes;
    }

    /**
     * @throws InvalidBatchException if the records are too large for one batch or a header name has no UTF-8 form
     * @throws IllegalArgumentException if there is no record
     */
    static RecordsLayout of(List<NewRecord> records) {
        if (records.isEmpty()) throw new IllegalArgumentException("no records");
        int[] bodyBytes = new int[records.size()];
        long baseTimestampMillis = records.get(0).timestampMillis();
        long total = 0;
        for (int i = 0; i < bodyBytes.length; i++) {
            long body = bodyBytes(records.get(i), baseTimestampMillis, i);
            total += body + Varint.sizeOf(body);
            if (total > MAX_BYTES) {
                throw new InvalidBatchException(records.size() + " records are larger than the " + MAX_BYTES
                    + " bytes a batch can hold");
            }
            bodyBytes[i] = (int) body;
        }
        return new RecordsLayout(records, bodyBytes, (int) total);
    }

    List<NewRecord> records() {
        return records;
    }

    int sizeBytes() {
        return sizeBytes;
    }

    void putRecords(ByteBuffer out) {
        long baseTimestampMillis = records.get(0).timestampMillis();
        for (int i = 0; i < bodyBytes.length; i++) {
            NewRecord each = records.get(i);
            Varint.put(out, bodyBytes[i]);
            out.put((byte) 0);
            Varint.put(out, each.timestampMillis() - baseTimestampMillis);
            Varint.put(out, i);
            put(out, each.key());
            put(out, each.value());
            Varint.put(out, each.headers().size());
            for (RecordHeader header : each.headers()) {
                byte[] name = header.name().getBytes(StandardCharsets.UTF_8);
                Varint.put(out, name.length);
                out.put(name);
                put(out, header.value());
            }
        }
    }

    private static void put(ByteBuffer out, Bytes bytes) {
        if (bytes.isNull()) {
            Varint.put(out, NULL_LENGTH);
        } else {
            Varint.put(out, bytes.sizeBytes());
            out.put(bytes.buffer());
        }
    }

    private static long bodyBytes(NewRecord each, long baseTimestampMillis, int index) {
        long size = ATTRIBUTES_BYTES + Varint.sizeOf(each.timestampMillis() - baseTimestampMillis)
            + Varint.sizeOf(index) + sizeOf(each.key()) + sizeOf(each.value()) + Varint.sizeOf(each.headers().size());
        for (RecordHeader header : each.headers()) {
            long nameBytes = utf8Bytes(header.name());
            size += Varint.sizeOf(nameBytes) + nameBytes + sizeOf(header.value());
        }
        return size;
    }

    private static long sizeOf(Bytes bytes) {
        if (bytes.isNull()) return Varint.sizeOf(NULL_LENGTH);
        return Varint.sizeOf(bytes.sizeBytes()) + (long) bytes.sizeBytes();
    }

    private static long utf8Bytes(String text) {
        long size = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each < 0x80) {
                size++;
            } else if (each < 0x800) {
                size += 2;
            } else if (!Character.isSurrogate(each)) {
                size += 3;
            } else if (Character.isHighSurrogate(each) && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1))) {
                size += 4;
                i++;
            } else {
                throw new InvalidBatchException("header name has half a character at position " + i);
            }
        }
        return size;
    }
}
