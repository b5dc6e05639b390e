package org.partita.core.producer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

import org.partita.core.log.Appended;
import org.partita.core.record.BatchHeader;

/**
 * What is known of one producer: its epoch and its last batches in it, at most {@link #MAX_BATCHES}. Immutable.
 *
 * <p>As many as a client may have on their way at a time (KIP-98), so whatever it repeats is found.
 */
final class ProducerEntry {
    static final int MAX_BATCHES = 5;

    private static final int BATCH_LONGS = 3;
    private static final int SEQUENCE = 0;
    private static final int OFFSET = 1;
    private static final int APPEND_MILLIS = 2;
    /** Of a batch whose records have times of their own. */
    private static final long NO_APPEND_MILLIS = -1;
    private static final long[] NO_BATCHES = {};

    static final int BATCH_BYTES = BATCH_LONGS * Long.BYTES;
    static final int MIN_ENCODED_BYTES = 2 * Long.BYTES + Short.BYTES + Byte.BYTES + BATCH_BYTES;
    static final int MAX_ENCODED_BYTES = MIN_ENCODED_BYTES + (MAX_BATCHES - 1) * BATCH_BYTES;

    private final long producerId;
    private final short epoch;
    private final long lastAppendMillis;
    /** For each batch, the oldest first: base sequence and record count (32 bits each), base offset, append time. */
    private final long[] batches;

    private ProducerEntry(long producerId, short epoch, long lastAppendMillis, long[] batches) {
        this.producerId = producerId;
        this.epoch = epoch;
        this.lastAppendMillis = lastAppendMillis;
        this.batches = batches;
    }

    static ProducerEntry of(BatchHeader batch, long baseOffset, OptionalLong appendMillis, long nowMillis) {
        return new ProducerEntry(batch.producerId(), batch.producerEpoch(), nowMillis, NO_BATCHES)
            .plus(batch, baseOffset, appendMillis, nowMillis);
    }

    /** With the next batch that is in the log; one of another epoch makes those before it forgotten. */
    ProducerEntry plus(BatchHeader batch, long baseOffset, OptionalLong appendMillis, long nowMillis) {
        if (batches.length > 0 && baseOffset <= lastOffset(batches.length - BATCH_LONGS)) {
            throw new IllegalStateException("batch at offset " + baseOffset + " of producer " + producerId
                + " is known, or the table was not cleared when the log was cut");
        }
        long[] kept = batch.producerEpoch() == epoch ? batches : NO_BATCHES;
        int from = kept.length == MAX_BATCHES * BATCH_LONGS ? BATCH_LONGS : 0;
        long[] more = Arrays.copyOfRange(kept, from, kept.length + BATCH_LONGS);
        int at = more.length - BATCH_LONGS;
        more[at + SEQUENCE] = (long) batch.baseSequence() << Integer.SIZE | batch.recordCount();
        more[at + OFFSET] = baseOffset;
        more[at + APPEND_MILLIS] = appendMillis.orElse(NO_APPEND_MILLIS);
        return new ProducerEntry(producerId, batch.producerEpoch(), nowMillis, more);
    }

    ProducerEntry lastAppendedAt(long millis) {
        return new ProducerEntry(producerId, epoch, millis, batches);
    }

    long producerId() {
        return producerId;
    }

    short epoch() {
        return epoch;
    }

    long lastAppendMillis() {
        return lastAppendMillis;
    }

    int batchCount() {
        return batches.length / BATCH_LONGS;
    }

    SequencePosition position() {
        int last = batches.length - BATCH_LONGS;
        return SequencePosition.after(epoch, baseSequence(last), recordCount(last));
    }

    /** Where the batch was put that has this epoch and exactly these sequence numbers. */
    Optional<Appended> find(BatchHeader batch) {
        if (batch.producerEpoch() != epoch) return Optional.empty();
        long wanted = (long) batch.baseSequence() << Integer.SIZE | batch.recordCount();
        for (int at = batches.length - BATCH_LONGS; at >= 0; at -= BATCH_LONGS) {
            if (batches[at + SEQUENCE] == wanted) return Optional.of(appended(at));
        }
        return Optional.empty();
    }

    private Appended appended(int at) {
        long millis = batches[at + APPEND_MILLIS];
        return new Appended(batches[at + OFFSET], lastOffset(at),
            millis == NO_APPEND_MILLIS ? OptionalLong.empty() : OptionalLong.of(millis));
    }

    private int baseSequence(int at) {
        return (int) (batches[at + SEQUENCE] >>> Integer.SIZE);
    }

    private int recordCount(int at) {
        return (int) batches[at + SEQUENCE];
    }

    private long lastOffset(int at) {
        return batches[at + OFFSET] + recordCount(at) - 1;
    }

    int encodedBytes() {
        return MIN_ENCODED_BYTES + (batchCount() - 1) * BATCH_BYTES;
    }

    /**
     * Producer id i64, epoch i16, time of the last append i64, batch count u8; for each batch base sequence i32, record
     * count i32, base offset i64, append time i64 (−1: its records have their own).
     */
    void encode(ByteBuffer out, long lastAppendWallMillis) {
        out.putLong(producerId).putShort(epoch).putLong(lastAppendWallMillis).put((byte) batchCount());
        for (long part : batches) out.putLong(part);
    }

    /**
     * An entry whose last append has the time of a wall clock.
     *
     * @param endOffset all of its batches are below
     * @throws IllegalArgumentException if that cannot be one
     * @throws java.nio.BufferUnderflowException if it does not end where the bytes do
     */
    static ProducerEntry decode(ByteBuffer in, long endOffset) {
        long producerId = in.getLong();
        short epoch = in.getShort();
        long lastAppendMillis = in.getLong();
        int count = in.get();
        if (producerId < 0 || epoch < 0 || lastAppendMillis < 0 || count < 1 || count > MAX_BATCHES) {
            throw new IllegalArgumentException("producer " + producerId + " epoch " + epoch + " at "
                + lastAppendMillis + " with " + count + " batches");
        }
        long[] batches = new long[count * BATCH_LONGS];
        for (int i = 0; i < batches.length; i++) batches[i] = in.getLong();
        ProducerEntry entry = new ProducerEntry(producerId, epoch, lastAppendMillis, batches);
        entry.checkBatches(endOffset);
        return entry;
    }

    private void checkBatches(long endOffset) {
        long from = 0;
        for (int at = 0; at < batches.length; at += BATCH_LONGS) {
            long offset = batches[at + OFFSET];
            boolean numbered = baseSequence(at) >= 0 && recordCount(at) >= 1;
            if (!numbered || offset < from || offset > endOffset - recordCount(at)) {
                throw new IllegalArgumentException("producer " + producerId + " with " + recordCount(at)
                    + " records from sequence " + baseSequence(at) + " at offset " + offset);
            }
            from = offset + recordCount(at);
        }
    }
}
