package org.partita.core.replication;

import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.partita.core.execution.Budget;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.UndecodableBatchException;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;

/**
 * Runs the reads of one partition on the threads for that, within what the broker has for reads. Callable from any
 * thread. Whatever becomes of a read, its fetch is answered.
 */
final class DiskReads {
    private static final System.Logger LOG = System.getLogger(DiskReads.class.getName());

    private static final long POSTPONED_MILLIS = 20;
    private static final int MAX_POSTPONEMENTS = 50;

    private final String partition;
    private final ReplicaServices services;
    private final Reader reader;

    DiskReads(String partition, ReplicaServices services, Reader reader) {
        this.partition = partition;
        this.services = services;
        this.reader = reader;
    }

    /** Whose reads these are. */
    interface Reader {
        /** Whether the log is served; if not, a read that failed is no wonder. */
        boolean canRead();

        /** Answers when there is more than was seen, or at the deadline, or that nothing is served. */
        void await(PendingFetch fetch, long seenWatermark);
    }

    /** Answers with no records, and as next offset with that of the first one below the watermark that is not older. */
    void search(PartitionLog log, PendingFetch fetch, ReplicaStatus status, long timestampMillis) {
        Budget inflating = services.budgets().inflatingBytes();
        submit(fetch, () -> {
            if (!inflating.tryReserve(RecordReader.INFLATING_BYTES)) {
                postpone(fetch, () -> search(log, fetch, status, timestampMillis));
                return;
            }
            try {
                long end = status.highWatermark();
                long found = log.offsetForTime(timestampMillis, end, services.codecs(),
                    RecordReader.MAX_DECOMPRESSED_BATCH_BYTES).orElse(end);
                fetch.complete(FetchedRecords.none(found, status), () -> { });
            } finally {
                inflating.release(RecordReader.INFLATING_BYTES);
            }
        });
    }

    /** Waits on for more if the fetch asks for more. */
    void read(PartitionLog log, PendingFetch fetch, ReplicaStatus status) {
        if (answersWithoutRecords(fetch, status)) return;
        submit(fetch, () -> {
            RecordReader records = records(log, fetch, status);
            if (records.postponed()) {
                postpone(fetch, () -> read(log, fetch, status));
            } else if (records.satisfied() || fetch.deadlineMillis() <= services.timers().nowMillis()) {
                handOver(fetch, records.result(status));
            } else {
                reader.await(fetch, status.highWatermark());
            }
        });
    }

    /** Answers with whatever is there. */
    void readLast(PartitionLog log, PendingFetch fetch, ReplicaStatus status) {
        if (answersWithoutRecords(fetch, status)) return;
        submit(fetch, () -> {
            RecordReader records = records(log, fetch, status);
            if (records.postponed()) postpone(fetch, () -> readLast(log, fetch, status));
            else handOver(fetch, records.result(status));
        });
    }

    private static boolean answersWithoutRecords(PendingFetch fetch, ReplicaStatus status) {
        ReadRequest request = fetch.request();
        if (request.maxMessages() > 0 && request.offset() < status.highWatermark()) return false;
        fetch.complete(FetchedRecords.none(request.offset(), status), () -> { });
        return true;
    }

    private RecordReader records(PartitionLog log, PendingFetch fetch, ReplicaStatus status) {
        RecordReader records = new RecordReader(log, fetch.request(), status.highWatermark(), services.codecs(),
            services.budgets().inflatingBytes());
        records.read();
        return records;
    }

    private void postpone(PendingFetch fetch, Runnable again) {
        if (fetch.postponed() > MAX_POSTPONEMENTS) fetch.fail(busy());
        else services.timers().schedule(POSTPONED_MILLIS, again);
    }

    /** The read has reserved what it asked for, and gives that back when it ends. */
    private void handOver(PendingFetch fetch, FetchedRecords result) {
        Budget readBytes = services.budgets().readBytes();
        readBytes.reserve(result.heapBytes());
        fetch.complete(result, () -> readBytes.release(result.heapBytes()));
    }

    private void submit(PendingFetch fetch, Runnable read) {
        Budget queued = services.budgets().queuedReads();
        if (!queued.tryReserve(1)) {
            fetch.fail(busy());
            return;
        }
        // A pool that cannot start a thread throws, and may run the read later all the same.
        AtomicBoolean taken = new AtomicBoolean();
        try {
            services.reads().execute(() -> {
                if (!taken.compareAndSet(false, true)) return;
                queued.release(1);
                readWithinBudget(fetch, read);
            });
        } catch (RuntimeException | Error refused) {
            if (!taken.compareAndSet(false, true)) return;
            queued.release(1);
            if (!(refused instanceof RejectedExecutionException)) {
                LOG.log(Level.WARNING, "partition " + partition + ": no thread can be had for a read", refused);
            }
            fetch.fail(busy());
        }
    }

    private void readWithinBudget(PendingFetch fetch, Runnable read) {
        Budget readBytes = services.budgets().readBytes();
        int wantedBytes = fetch.request().maxBytes();
        if (!readBytes.tryReserve(wantedBytes)) {
            fetch.fail(busy());
            return;
        }
        try {
            run(fetch, read);
        } finally {
            readBytes.release(wantedBytes);
        }
    }

    private void run(PendingFetch fetch, Runnable read) {
        try {
            read.run();
        } catch (OffsetOutOfRangeException outdated) {
            fetch.fail(outdated);
        } catch (TooManyFilesException notNow) {
            LOG.log(Level.WARNING, "partition {0} cannot be read at offset {1} now: {2}", partition,
                fetch.request().offset(), notNow.getMessage());
            fetch.fail(busy());
        } catch (RejectedExecutionException ending) {
            fetch.fail(busy());
        } catch (RuntimeException | Error failure) {
            if (reader.canRead()) failed(fetch, failure);
            else reader.await(fetch, Long.MAX_VALUE);
        }
    }

    private void failed(PendingFetch fetch, Throwable failure) {
        String where = partition + " cannot be read at offset " + fetch.request().offset();
        LOG.log(Level.ERROR, "partition " + where, failure);
        fetch.fail(new StorageException("Partition " + where + ": " + finding(failure), failure));
    }

    private static String finding(Throwable failure) {
        if (failure instanceof UndecodableBatchException) return failure.getMessage();
        return (failure instanceof StorageException ? "the disk failed or the data is damaged"
            : "something failed that nobody foresaw") + ". The broker's log says more.";
    }

    private LeaderUnavailableException busy() {
        return LeaderUnavailableException.busy(partition);
    }
}
