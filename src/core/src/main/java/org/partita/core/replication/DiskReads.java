package org.partita.core.replication;

import org.partita.core.execution.Budget;
import org.partita.core.log.PartitionLog;
import org.partita.core.log.time.TimedOffset;
import org.partita.core.record.RecordBatch;
import org.partita.core.replication.read.ReadThreads;
import org.partita.storage.BrokerException;

/** Reads messages of one partition. Callable from any thread. Whatever becomes of a read, its fetch is answered. */
final class DiskReads {
    private static final long POSTPONED_MILLIS = 20;
    private static final int MAX_POSTPONEMENTS = 50;

    private final ReadThreads threads;
    private final ReplicaServices services;
    private final Reader reader;

    DiskReads(ReadThreads threads, ReplicaServices services, Reader reader) {
        this.threads = threads;
        this.services = services;
        this.reader = reader;
    }

    /** Whose reads these are. */
    @FunctionalInterface
    interface Reader {
        /** Answers when there is more than was seen, or at the deadline, or that nothing is served. */
        void await(PendingFetch fetch, long seenWatermark);
    }

    /** Answers with no records, and as next offset with that of the first one below the watermark that is not older. */
    void search(PartitionLog log, PendingFetch fetch, ReplicaStatus status, long timestampMillis) {
        Budget inflating = services.budgets().inflatingBytes();
        submit(fetch, () -> {
            if (!inflating.tryReserve(RecordBatch.INFLATING_BYTES)) {
                postpone(fetch, () -> search(log, fetch, status, timestampMillis));
                return;
            }
            try {
                long end = status.highWatermark();
                long found = log.firstNotOlder(timestampMillis, end, services.codecs(),
                    RecordBatch.MAX_INFLATED_BYTES).map(TimedOffset::offset).orElse(end);
                fetch.complete(FetchedRecords.none(found, status), () -> { });
            } finally {
                inflating.release(RecordBatch.INFLATING_BYTES);
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
        if (fetch.postponed() > MAX_POSTPONEMENTS) fetch.fail(threads.busy());
        else services.timers().schedule(POSTPONED_MILLIS, again);
    }

    /** The read has reserved what it asked for, and gives that back when it ends. */
    private void handOver(PendingFetch fetch, FetchedRecords result) {
        Budget readBytes = services.budgets().readBytes();
        readBytes.reserve(result.heapBytes());
        fetch.complete(result, () -> readBytes.release(result.heapBytes()));
    }

    private void submit(PendingFetch fetch, Runnable read) {
        threads.run(fetch.request().offset(), fetch.request().maxBytes(), read, new ReadThreads.Asker() {
            @Override
            public void fail(BrokerException cause) {
                fetch.fail(cause);
            }

            @Override
            public void gone() {
                reader.await(fetch, Long.MAX_VALUE);
            }
        });
    }
}
