package org.partita.broker;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.broker.BrokerStatistics;
import org.partita.core.local.LocalBroker;
import org.partita.storage.SegmentStore;
import org.partita.storage.SegmentStoreFactory;
import org.partita.wire.compression.LibraryCodecs;

/**
 * The life of one broker: take the handles on its data directories, recover, listen, serve, stop listening, flush, give
 * the handles back.
 *
 * <p>{@link #start} and {@link #stop} may be called by different threads, each once; the state may be read by any.
 */
final class BrokerLifecycle {
    private static final Logger LOG = System.getLogger(BrokerLifecycle.class.getName());
    private static final long START_WAIT_SECONDS = 30;

    private final Supplier<BrokerSettings> settings;
    private final Supplier<SegmentStoreFactory> stores;
    private final ThreadFactory threadFactory;
    private final InstantSource clock;
    private final AtomicBoolean stopRequested = new AtomicBoolean();
    private final AtomicBoolean abandoned = new AtomicBoolean();
    private final CountDownLatch startEnded = new CountDownLatch(1);
    private volatile BrokerState state = new BrokerState.Starting();
    private final AtomicReference<Running> running = new AtomicReference<>();

    /** What a started broker holds until it stops. @param stopListening answers what is under way, within a bound */
    private record Running(LocalBroker broker, ServerThreads threads, List<SegmentStore> stores, WireFace wire,
                           Runnable stopListening) {
        static Running notListening(LocalBroker broker, ServerThreads threads, List<SegmentStore> stores) {
            return new Running(broker, threads, stores, WireFace.OFF, () -> { });
        }

        Running listening(WireListener listener) {
            return new Running(broker, threads, stores, listener, listener::close);
        }

        void close() {
            try {
                stopListening.run();
            } finally {
                closeBroker();
            }
        }

        private void closeBroker() {
            try {
                broker.close();
            } finally {
                try {
                    threads.close();
                } finally {
                    stores.forEach(SegmentStore::close);
                }
            }
        }
    }

    BrokerLifecycle(Supplier<BrokerSettings> settings, Supplier<SegmentStoreFactory> stores,
                    ThreadFactory threadFactory, InstantSource clock) {
        this.settings = requireNonNull(settings, "settings");
        this.stores = requireNonNull(stores, "stores");
        this.threadFactory = requireNonNull(threadFactory, "threadFactory");
        this.clock = requireNonNull(clock, "clock");
    }

    BrokerState state() {
        return state;
    }

    /** Blocks until the broker serves or has failed; never throws, the state says how it ended. */
    void start() {
        try {
            BrokerSettings told = settings.get();
            Running opened = open(told);
            running.set(opened);
            if (!stopRequested.get()) {
                state = new BrokerState.Ready(opened.broker(), told, opened.threads().answers(),
                    opened.threads().tails(), opened.wire());
            }
            BrokerStatistics found = opened.broker().statistics();
            LOG.log(found.offlinePartitions() == 0 ? Level.INFO : Level.WARNING,
                "broker {0} serves {1} partitions of {2} topics; {3} partitions are offline", told.brokerId(),
                found.leaders(), found.topics(), found.offlinePartitions());
        } catch (RuntimeException | Error cause) {
            String line = FailureCause.of(cause);
            state = new BrokerState.Failed(line);
            LOG.log(Level.ERROR, "broker did not start: " + line, cause);
        } finally {
            startEnded.countDown();
        }
        if (abandoned.get()) closeRunning();
    }

    private Running open(BrokerSettings told) {
        BrokerConfig config = new BrokerConfig(told.brokerId(), told.autoCreateTopics(),
            BrokerLimits.DEFAULT.withMaxReadBytes(ServerThreads.answerBytes()));
        Running recovered = recover(config);
        if (told.wire().isOff()) return recovered;
        try {
            return recovered.listening(WireListener.start(told.wire(), recovered.broker(), config,
                recovered.threads().eventLoops()));
        } catch (RuntimeException | Error cause) {
            closeAfter(cause, recovered);
            throw cause;
        }
    }

    private static void closeAfter(Throwable cause, Running recovered) {
        try {
            recovered.close();
        } catch (RuntimeException | Error notClosed) {
            cause.addSuppressed(notClosed);
        }
    }

    private Running recover(BrokerConfig config) {
        List<SegmentStore> handles = handles(stores.get());
        try {
            return serving(config, handles, new ServerThreads(threadFactory, handles.size()));
        } catch (RuntimeException | Error cause) {
            handles.forEach(SegmentStore::close);
            throw cause;
        }
    }

    private Running serving(BrokerConfig config, List<SegmentStore> handles, ServerThreads threads) {
        try {
            BrokerPorts ports = new BrokerPorts(threads.directories(handles), threads.checks(),
                threads.completions(), threads.timers(), clock, new SecureRandom(), LibraryCodecs.all());
            return Running.notListening(LocalBroker.start(config, ports), threads, handles);
        } catch (RuntimeException | Error cause) {
            threads.close();
            throw cause;
        }
    }

    private static List<SegmentStore> handles(SegmentStoreFactory directories) {
        List<SegmentStore> handles = new ArrayList<>();
        try {
            for (int index = 0; index < directories.directories(); index++) {
                handles.add(directories.getConnection(index));
            }
            return handles;
        } catch (RuntimeException | Error cause) {
            handles.forEach(SegmentStore::close);
            throw cause;
        }
    }

    /** Stops what was started; waits, within a bound, for a start that is still under way. Idempotent. */
    void stop() {
        if (!stopRequested.compareAndSet(false, true)) return;
        boolean ended = awaitStart();
        state = new BrokerState.Stopped();
        if (!ended) {
            LOG.log(Level.WARNING, "the start did not end within {0} s; it will clean up", START_WAIT_SECONDS);
            abandoned.set(true);
        }
        closeRunning();
    }

    /** By the stop, which returns when all is closed; by the start only if the stop has given up waiting for it. */
    private void closeRunning() {
        Running toClose = running.getAndSet(null);
        if (toClose == null) return;
        toClose.close();
        LOG.log(Level.INFO, "broker stopped");
    }

    private boolean awaitStart() {
        try {
            return startEnded.await(START_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
