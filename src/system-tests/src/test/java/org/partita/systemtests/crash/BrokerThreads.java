package org.partita.systemtests.crash;

import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.execution.SerialExecutor;
import org.partita.core.execution.Timers;
import org.partita.storage.SegmentStore;
import org.partita.wire.compression.LibraryCodecs;

/** The threads a server lends to a broker, and relative time that may pass faster than elsewhere. */
public final class BrokerThreads implements AutoCloseable {
    private static final int LOOP_TASKS_WAITING = 10_000;

    private final ExecutorService loops = Executors.newFixedThreadPool(2, daemons("loop"));
    private final ExecutorService disk = Executors.newFixedThreadPool(4, daemons("disk"));
    private final ExecutorService reads = Executors.newFixedThreadPool(4, daemons("read"));
    private final ExecutorService completions = Executors.newFixedThreadPool(2, daemons("completion"));
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("timer"));
    private final Timers timers;

    /** @param pace relative milliseconds in a real one: pauses between rounds of maintenance shrink with it */
    public BrokerThreads(int pace) {
        this.timers = new PacedTimers(timer, pace);
        timer.setRemoveOnCancelPolicy(true);
    }

    private static ThreadFactory daemons(String purpose) {
        return task -> {
            Thread thread = new Thread(task, "partita-" + purpose);
            thread.setDaemon(true);
            return thread;
        };
    }

    private record PacedTimers(ScheduledThreadPoolExecutor timer, int pace) implements Timers {
        @Override
        public long nowMillis() {
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() * pace);
        }

        @Override
        public Cancellable schedule(long delayMillis, Runnable task) {
            long delayMicros = TimeUnit.MILLISECONDS.toMicros(delayMillis) / pace + 1;
            ScheduledFuture<?> scheduled = timer.schedule(task, delayMicros, TimeUnit.MICROSECONDS);
            return () -> scheduled.cancel(false);
        }
    }

    public BrokerPorts ports(SegmentStore store) {
        return new BrokerPorts(store, name -> new SerialExecutor(loops, LOOP_TASKS_WAITING), disk, reads, completions,
            timers, InstantSource.system(), new SplittableRandom(), LibraryCodecs.all());
    }

    @Override
    public void close() {
        List.of(timer, loops, disk, reads, completions).forEach(ExecutorService::shutdownNow);
    }
}
