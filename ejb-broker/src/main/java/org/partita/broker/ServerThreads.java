package org.partita.broker;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.partita.core.broker.DirectoryPorts;
import org.partita.core.execution.Budget;
import org.partita.core.execution.Loops;
import org.partita.core.execution.SerialExecutor;
import org.partita.core.execution.Timers;
import org.partita.storage.SegmentStore;

/**
 * All threads of a broker: small fixed pools over the container's thread factory, one a purpose, and those that wait
 * for a disk once for each data directory, so that a slow disk holds up only the work that needs it.
 */
final class ServerThreads implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ServerThreads.class.getName());
    private static final int DISK_THREADS = 4;
    private static final int READ_THREADS = 8;
    private static final int READS_WAITING = 10_000;
    private static final int CHECK_THREADS_AT_MOST = 4;
    private static final int COMPLETION_THREADS = 4;
    private static final int COMPLETIONS_WAITING = 65_536;
    private static final int ANSWER_THREADS = 32;
    /** As many as fetches may wait: one publish can release all of them. What they hold is bounded in bytes. */
    private static final int ANSWERS_WAITING = 10_000;
    private static final long ANSWER_HEAP_SHARE = 8;
    /** Room for two of the largest answers on the smallest heap. */
    private static final long ANSWER_BYTES_AT_LEAST = 32L << 20;
    private static final int TAIL_THREADS = 4;
    private static final int LOOP_TASKS_WAITING = 10_000;
    private static final long CLOSE_SECONDS = 5;

    private final ThreadFactory container;
    private final List<DirectoryPools> directories;
    private final ThreadPoolExecutor checks;
    private final ThreadPoolExecutor completions;
    private final ThreadPoolExecutor answers;
    private final ReaderAnswers readerAnswers;
    private final ThreadPoolExecutor tails;
    private final ScheduledThreadPoolExecutor timer;

    /** What works on the files of one data directory. */
    private record DirectoryPools(ThreadPoolExecutor loops, ThreadPoolExecutor disk, ThreadPoolExecutor reads) {
        static DirectoryPools of(ThreadFactory container) {
            int processors = Runtime.getRuntime().availableProcessors();
            return new DirectoryPools(
                // One entry a loop at most: see SerialExecutor. The number of partitions is the bound.
                pool(container, "loop", Math.max(2, processors), new LinkedBlockingQueue<>()),
                // One entry a partition at most: see GroupCommit.
                pool(container, "disk", DISK_THREADS, new LinkedBlockingQueue<>()),
                pool(container, "read", READ_THREADS, new ArrayBlockingQueue<>(READS_WAITING)));
        }

        /** Loops on the shared loop threads; a full loop refuses. */
        DirectoryPorts ports(SegmentStore store) {
            return new DirectoryPorts(store, name -> new SerialExecutor(loops, LOOP_TASKS_WAITING), disk, reads);
        }
    }

    /**
     * @param directories number of data directories
     * @throws RuntimeException whatever the container throws if it refuses a thread; then none is left
     */
    ServerThreads(ThreadFactory container, int directories) {
        this.container = requireNonNull(container, "container");
        this.directories = Stream.generate(() -> DirectoryPools.of(container)).limit(directories).toList();
        // One entry a partition at most: see SerialExecutor.
        checks = pool(container, "check", Math.max(2, Math.min(CHECK_THREADS_AT_MOST,
            Runtime.getRuntime().availableProcessors())), new LinkedBlockingQueue<>());
        completions = pool(container, "completion", COMPLETION_THREADS, new ArrayBlockingQueue<>(COMPLETIONS_WAITING));
        answers = pool(container, "answer", ANSWER_THREADS, new ArrayBlockingQueue<>(ANSWERS_WAITING));
        readerAnswers = new ReaderAnswers(answers, new Budget(answerBytes()));
        // One entry a tail at most: the faces bound the number of tails.
        tails = pool(container, "tail", TAIL_THREADS, new LinkedBlockingQueue<>());
        timer = new ScheduledThreadPoolExecutor(1, named(container, "timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        startAll();
    }

    /** How many bytes may be on their way to readers: being read from disk, and once more being written. */
    static long answerBytes() {
        return Math.max(ANSWER_BYTES_AT_LEAST, Runtime.getRuntime().maxMemory() / ANSWER_HEAP_SHARE);
    }

    /** All threads at once: one that comes later would have the context of the request that happens to need it. */
    private void startAll() {
        try {
            all().forEach(ThreadPoolExecutor::prestartAllCoreThreads);
        } catch (RuntimeException | Error refused) {
            close();
            throw refused;
        }
    }

    /** In the order in which they end. */
    private List<ThreadPoolExecutor> all() {
        List<ThreadPoolExecutor> all = new ArrayList<>(List.of(timer));
        directories.forEach(pools -> all.addAll(List.of(pools.loops(), pools.reads(), pools.disk())));
        all.addAll(List.of(checks, completions, answers, tails));
        return all;
    }

    private static ThreadPoolExecutor pool(ThreadFactory container, String purpose, int threads,
                                           BlockingQueue<Runnable> queue) {
        return new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, queue, named(container, purpose));
    }

    private static ThreadFactory named(ThreadFactory container, String purpose) {
        return task -> {
            Thread thread = container.newThread(task);
            if (thread == null) throw new IllegalStateException("the container gives no thread for " + purpose);
            thread.setName("partita-" + purpose + "-" + thread.getId());
            thread.setUncaughtExceptionHandler((failed, cause) ->
                LOG.log(Level.ERROR, "thread " + failed.getName() + " ended by a programming error", cause));
            return thread;
        };
    }

    /** Each store with threads of its own. @param stores as many as there are data directories */
    List<DirectoryPorts> directories(List<SegmentStore> stores) {
        return IntStream.range(0, directories.size()).mapToObj(index -> directories.get(index).ports(stores.get(index)))
            .toList();
    }

    /** Batches that producers made are checked on threads of their own: inflating takes its time. */
    Loops checks() {
        return name -> new SerialExecutor(checks, LOOP_TASKS_WAITING);
    }

    Executor completions() {
        return completions;
    }

    /** Not for acknowledgements: a client that does not read holds one of these threads until it is cut off. */
    ReaderAnswers answers() {
        return readerAnswers;
    }

    /** For event loops. Whoever has them made ends them. */
    ThreadFactory eventLoops() {
        return named(container, "wire");
    }

    TailThreads tails() {
        return new TailThreads(tails, timers());
    }

    Timers timers() {
        return new Timers() {
            @Override
            public long nowMillis() {
                return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
            }

            @Override
            public Cancellable schedule(long delayMillis, Runnable task) {
                ScheduledFuture<?> scheduled = timer.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
                return () -> scheduled.cancel(false);
            }
        };
    }

    /** Lets running tasks end, within a bound. */
    @Override
    public void close() {
        List<ThreadPoolExecutor> all = all();
        all.forEach(ExecutorService::shutdown);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
        for (ExecutorService pool : all) {
            if (!endsBefore(pool, deadlineNanos)) {
                LOG.log(Level.WARNING, "threads still busy {0} s after the stop; leaving them", CLOSE_SECONDS);
                return;
            }
        }
    }

    private static boolean endsBefore(ExecutorService pool, long deadlineNanos) {
        try {
            return pool.awaitTermination(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
