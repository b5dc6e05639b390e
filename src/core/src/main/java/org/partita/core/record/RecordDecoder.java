package org.partita.core.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Reads the (inflated) records of one batch in turn. Every length is checked against the bytes left before its use. */
final class RecordDecoder implements Iterator<LogRecord> {
    /** Name length, value length: a byte each. */
    private static final int MIN_HEADER_BYTES = 2;

    private final BatchHeader header;
    private final ByteBuffer in;

    private int index;

    RecordDecoder(BatchHeader header, ByteBuffer in) {
        this.header = header;
        this.in = in;
        if (header.recordCount() > in.remaining() / BatchHeader.MIN_RECORD_BYTES) {
            throw new InvalidBatchException(header.recordCount() + " records do not fit into " + in.remaining()
                + " bytes");
        }
    }

    @Override
    public boolean hasNext() {
        return index < header.recordCount();
    }

    @Override
    public LogRecord next() {
        if (!hasNext()) throw new NoSuchElementException("all " + header.recordCount() + " records were read");
        LogRecord decoded = decode();
        index++;
        if (!hasNext() && in.hasRemaining()) {
            throw new InvalidBatchException(in.remaining() + " bytes found behind the last of " + index + " records");
        }
        return decoded;
    }

    private LogRecord decode() {
        int length = Varint.getInt(in, "record length");
        if (length < 0) throw new InvalidBatchException("record length " + length + " < 0");
        int batchLimit = in.limit();
        in.limit(in.position() + within(length, "record length"));
        LogRecord decoded = body();
        if (in.hasRemaining()) {
            throw new InvalidBatchException("record " + index + " is " + in.remaining()
                + " bytes shorter than its length");
        }
        in.limit(batchLimit);
        return decoded;
    }

    private LogRecord body() {
        if (!in.hasRemaining()) throw new InvalidBatchException("record " + index + " is empty");
        in.get(); // attributes of a record: no bit of them is in use
        long timestampDelta = Varint.getLong(in, "timestamp delta");
        int offsetDelta = Varint.getInt(in, "offset delta");
        if (offsetDelta != index) {
            throw new InvalidBatchException("offset delta " + offsetDelta + " found, " + index + " expected");
        }
        Bytes key = bytes("key length");
        Bytes value = bytes("value length");
        long timestampMillis = header.appendTime()
            ? header.maxTimestampMillis() : header.baseTimestampMillis() + timestampDelta;
        return new LogRecord(header.baseOffset() + index, timestampMillis, key, value, headers());
    }

    private List<RecordHeader> headers() {
        int count = Varint.getInt(in, "header count");
        if (count == 0) return List.of();
        if (count < 0 || count > in.remaining() / MIN_HEADER_BYTES) {
            throw new InvalidBatchException("header count " + count + " with " + in.remaining() + " bytes left");
        }
        List<RecordHeader> headers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            headers.add(new RecordHeader(name(), bytes("header value length")));
        }
        return headers;
    }

    private String name() {
        int length = Varint.getInt(in, "header name length");
        if (length < 0) throw new InvalidBatchException("header name length " + length + " < 0");
        if (length == 0) return "";
        // Clients of other logs may write any bytes here. Replacing what is no text keeps the record readable.
        return StandardCharsets.UTF_8.decode(take(length, "header name length")).toString();
    }

    /** -1 stands for null; no other negative length has a meaning. */
    private Bytes bytes(String what) {
        int length = Varint.getInt(in, what);
        if (length == -1) return Bytes.NULL;
        if (length < 0) throw new InvalidBatchException(what + " " + length + " < -1");
        return length == 0 ? Bytes.EMPTY : Bytes.of(take(length, what));
    }

    private ByteBuffer take(int length, String what) {
        int start = in.position();
        ByteBuffer taken = in.slice(start, within(length, what));
        in.position(start + length);
        return taken;
    }

    private int within(int length, String what) {
        if (length > in.remaining()) {
            throw new InvalidBatchException(what + " " + length + " with " + in.remaining() + " bytes left");
        }
        return length;
    }
}
