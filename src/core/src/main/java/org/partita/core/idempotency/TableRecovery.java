package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

import org.partita.core.log.PartitionLog;
import org.partita.core.log.StoredLog;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.InvalidBatchException;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;
import org.partita.storage.StorageException;

/**
 * Fills a table when its log is opened: from a snapshot, and from the log behind it. Waits for the disk. Records that
 * were deleted count as long as their segment is there, for a request to delete takes no key from who may repeat it.
 *
 * <p>The max timestamp of a batch with stamps is at least the time of each stamp, so batches whose max timestamp is
 * older than the window hold none that counts: reading begins at the first one that is not, and passes over others
 * behind it.
 * A batch whose publisher has set a time in the future costs reading, not correctness.
 */
public final class TableRecovery {
    private static final System.Logger LOG = System.getLogger(TableRecovery.class.getName());
    private static final int CHUNK_BYTES = 1 << 20;

    private final IdempotencyTable table;
    private final StoredLog log;
    private final Codecs codecs;
    private final long wallMillis;
    private final long nowMillis;
    private int undecodable;

    /**
     * @param codecs the kinds of compression that this broker writes
     * @param wallMillis time of the broker's clock
     * @param nowMillis the same moment in relative time
     */
    public TableRecovery(IdempotencyTable table, PartitionLog log, Codecs codecs, long wallMillis, long nowMillis) {
        this.table = requireNonNull(table, "table");
        this.log = log.stored();
        this.codecs = requireNonNull(codecs, "codecs");
        this.wallMillis = wallMillis;
        this.nowMillis = nowMillis;
    }

    /** Batches whose max timestamp is not after this hold nothing that counts. */
    public static long recentAfterMillis(long windowMillis, long wallMillis) {
        return wallMillis - windowMillis;
    }

    /** @throws StorageException if the log cannot be read, or a codec cannot be loaded */
    public void run(KeySnapshots snapshots) {
        long neededAfterMillis = recentAfterMillis(table.windowMillis(), wallMillis);
        long fromOffset = snapshots.restore(table, neededAfterMillis, this);
        table.forgetUpTo(neededAfterMillis);
        readLog(log.firstBatchAfter(neededAfterMillis, fromOffset));
        if (undecodable > 0) {
            LOG.log(Level.WARNING, "partition {0}: {1} batches cannot be decoded, so no broker made them; messages "
                + "with an Idempotency-Key in them would not be known", snapshots.partition(), undecodable);
        }
        table.dropExpired(nowMillis);
    }

    private void readLog(long fromOffset) {
        long offset = fromOffset;
        while (offset < log.endOffset()) {
            List<RecordBatch> batches = log.read(offset, CHUNK_BYTES);
            if (batches.isEmpty()) throw new StorageException("records from offset " + offset + " on are not there");
            for (RecordBatch batch : batches) {
                offset = batch.nextOffset();
                if (mayCount(batch)) take(batch);
            }
        }
    }

    private boolean mayCount(RecordBatch batch) {
        return batch.maxTimestampMillis() > recentAfterMillis(table.windowMillis(), wallMillis)
            && !batch.header().control();
    }

    private void take(RecordBatch batch) {
        try {
            Iterator<LogRecord> records = batch.recordByRecord(codecs, RecordBatch.MAX_INFLATED_BYTES);
            while (records.hasNext()) take(records.next());
        } catch (InvalidBatchException e) {
            if (batch.compression() == Compression.NONE) {
                throw new StorageException("records from offset " + batch.baseOffset() + " on: " + e.getMessage(), e);
            }
            // What a broker compressed can be inflated, and what others did shall not take the partition offline.
            undecodable++;
        }
    }

    private void take(LogRecord each) {
        Optional<Stamp> stamp = Stamp.in(each.headers());
        if (stamp.isPresent()) take(stamp.get(), each.offset(), each.timestampMillis());
    }

    /** A message that is in the log, maybe below its start, or was in a segment that has gone. */
    void take(Stamp stamp, long offset, long timestampMillis) {
        long ageMillis = Math.max(0, wallMillis - stamp.takenAtMillis());
        if (ageMillis >= table.windowMillis() || offset < log.firstOffset()) return;
        table.recover(stamp, offset, timestampMillis, nowMillis - ageMillis);
    }
}
