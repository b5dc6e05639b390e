package org.partita.core.produce;

import java.nio.ByteBuffer;

import org.partita.core.record.BatchHeader;
import org.partita.core.record.InvalidBatchException;
import org.partita.core.record.LogRecord;
import org.partita.core.record.Varint;

/**
 * Goes through the (inflated) records of one batch and checks what a log that keeps them demands of each, without
 * making an object of any. Every length is checked against the bytes left before its use.
 */
final class RecordScan {
    private static final int HEADER_EXTRA_BYTES = 4;

    private final BatchHeader batch;
    private final ByteBuffer in;
    private long maxTimestampMillis;
    private long payloadBytes;

    private RecordScan(BatchHeader batch, ByteBuffer in) {
        this.batch = batch;
        this.in = in;
    }

    /**
     * What is in a batch.
     *
     * @param maxTimestampMillis the largest that a record of it has
     * @param payloadBytes of its messages, as {@link org.partita.core.record.PayloadSize} counts
     */
    record Result(long maxTimestampMillis, long payloadBytes) {
    }

    /**
     * @throws InvalidBatchException if the records are not well-formed, or not as many as stated
     * @throws BatchRefusedException if one has a time or a header that no producer may set
     */
    static Result of(BatchHeader batch, ByteBuffer plainRecords) {
        RecordScan scan = new RecordScan(batch, plainRecords.duplicate());
        for (int index = 0; index < batch.recordCount(); index++) scan.record(index);
        if (scan.in.hasRemaining()) {
            throw new InvalidBatchException(scan.in.remaining() + " bytes found behind the last of "
                + batch.recordCount() + " records");
        }
        return new Result(scan.maxTimestampMillis, scan.payloadBytes);
    }

    private void record(int index) {
        int end = in.position();
        int length = Varint.getInt(in, "record length");
        if (length < 1 || length > in.remaining()) {
            throw new InvalidBatchException("record " + index + " at " + end + " has length " + length + " with "
                + in.remaining() + " bytes left");
        }
        end = in.position() + length;
        in.get();
        time(index, batch.baseTimestampMillis() + Varint.getLong(in, "timestamp delta"));
        int offsetDelta = Varint.getInt(in, "offset delta");
        if (offsetDelta != index) {
            throw new InvalidBatchException("offset delta " + offsetDelta + " found, " + index + " expected");
        }
        skip("key length", -1, end);
        skip("value length", -1, end);
        headers(end);
        if (in.position() != end) {
            throw new InvalidBatchException("record " + index + " is " + (end - in.position())
                + " bytes shorter than its length");
        }
    }

    private void time(int index, long millis) {
        if (millis < 0 || millis > LogRecord.MAX_TIMESTAMP_MILLIS) {
            throw BatchRefusedException.timestamp("Record " + index + " has timestamp " + millis + ", 0 to "
                + LogRecord.MAX_TIMESTAMP_MILLIS + " (the end of the year 9999) expected.");
        }
        maxTimestampMillis = Math.max(maxTimestampMillis, millis);
    }

    private void headers(int end) {
        int count = Varint.getInt(in, "header count");
        if (count < 0) throw new InvalidBatchException("header count " + count + " < 0");
        for (int i = 0; i < count; i++) {
            int length = skip("header name length", 0, end);
            HeaderNames.requireAllowed(in, in.position() - length, in.position());
            skip("header value length", -1, end);
            payloadBytes += HEADER_EXTRA_BYTES;
        }
    }

    /** @return the length, 0 for null */
    private int skip(String what, int least, int end) {
        int length = Varint.getInt(in, what);
        if (length < least || length > end - in.position()) {
            throw new InvalidBatchException(what + " " + length + " with " + (end - in.position()) + " bytes left");
        }
        int bytes = Math.max(0, length);
        in.position(in.position() + bytes);
        payloadBytes += bytes;
        return bytes;
    }
}
