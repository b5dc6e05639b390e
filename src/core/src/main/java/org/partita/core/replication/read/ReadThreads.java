package org.partita.core.replication.read;

import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.partita.core.execution.Budget;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.record.UndecodableBatchException;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.ReplicaServices;
import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;

/**
 * Runs the reads of one partition on the threads for that, within what the broker has for reads. Callable from any
 * thread. Whatever becomes of a read, who asked for it is told.
 */
public final class ReadThreads {
    private static final System.Logger LOG = System.getLogger(ReadThreads.class.getName());

    private final String partition;
    private final ReplicaServices services;
    private final ReplicaView view;

    public ReadThreads(String partition, ReplicaServices services, ReplicaView view) {
        this.partition = partition;
        this.services = services;
        this.view = view;
    }

    /** Who asked for a read. */
    public interface Asker {
        /** It was not done, or failed. */
        void fail(BrokerException cause);

        /** It failed, which is no wonder, because the log is not served any more. */
        void gone();
    }

    /** @param heapBytes what the read may take of the heap until it ends */
    public void run(long offset, int heapBytes, Runnable read, Asker asker) {
        Budget queued = services.budgets().queuedReads();
        if (!queued.tryReserve(1)) {
            asker.fail(busy());
            return;
        }
        // A pool that cannot start a thread throws, and may run the read later all the same.
        AtomicBoolean taken = new AtomicBoolean();
        try {
            services.reads().execute(() -> {
                if (!taken.compareAndSet(false, true)) return;
                queued.release(1);
                runWithinBudget(offset, heapBytes, read, asker);
            });
        } catch (RuntimeException | Error refused) {
            if (!taken.compareAndSet(false, true)) return;
            queued.release(1);
            if (!(refused instanceof RejectedExecutionException)) {
                LOG.log(Level.WARNING, "partition " + partition + ": no thread can be had for a read", refused);
            }
            asker.fail(busy());
        }
    }

    private void runWithinBudget(long offset, int heapBytes, Runnable read, Asker asker) {
        Budget readBytes = services.budgets().readBytes();
        if (!readBytes.tryReserve(heapBytes)) {
            asker.fail(busy());
            return;
        }
        try {
            runNow(offset, read, asker);
        } finally {
            readBytes.release(heapBytes);
        }
    }

    private void runNow(long offset, Runnable read, Asker asker) {
        try {
            read.run();
        } catch (OffsetOutOfRangeException | LeaderUnavailableException refused) {
            asker.fail(refused);
        } catch (TooManyFilesException notNow) {
            LOG.log(Level.WARNING, "partition {0} cannot be read at offset {1} now: {2}", partition, offset,
                notNow.getMessage());
            asker.fail(busy());
        } catch (RejectedExecutionException ending) {
            asker.fail(busy());
        } catch (RuntimeException | Error failure) {
            if (view.serves()) asker.fail(failed(offset, failure));
            else asker.gone();
        }
    }

    private StorageException failed(long offset, Throwable failure) {
        String where = partition + " cannot be read at offset " + offset;
        LOG.log(Level.ERROR, "partition " + where, failure);
        return new StorageException("Partition " + where + ": " + finding(failure), failure);
    }

    private static String finding(Throwable failure) {
        if (failure instanceof UndecodableBatchException) return failure.getMessage();
        return (failure instanceof StorageException ? "the disk failed or the data is damaged"
            : "something failed that nobody foresaw") + ". The broker's log says more.";
    }

    public LeaderUnavailableException busy() {
        return LeaderUnavailableException.busy(partition);
    }
}
