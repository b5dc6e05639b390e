package org.partita.core.local;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

import org.partita.core.directory.BrokerDirectory;
import org.partita.core.execution.Timers;
import org.partita.core.replication.PartitionReplica;
import org.partita.storage.PartitionId;

/**
 * Goes through all partitions of a data directory again and again: lets each do on its loop what age and size of its
 * log ask for, then writes on the directory's loop what the next start needs, and deletes files there. One partition at
 * a time, so that changes of topics get in between.
 */
final class LogMaintenance {
    static final long PAUSE_MILLIS = 10_000;

    private final BrokerDirectory directory;
    private final Timers timers;
    private final InstantSource clock;
    private volatile boolean stopped;

    LogMaintenance(BrokerDirectory directory, Timers timers, InstantSource clock) {
        this.directory = directory;
        this.timers = timers;
        this.clock = clock;
    }

    void start() {
        if (!stopped) timers.schedule(PAUSE_MILLIS, () -> directory.run(this::round));
    }

    /** A step that runs is the last one. */
    void stop() {
        stopped = true;
    }

    private void round() {
        next(new ArrayDeque<>(directory.partitions()));
    }

    private void next(Queue<PartitionId> left) {
        if (stopped) return;
        Optional<PartitionReplica> replica = Optional.empty();
        PartitionId id = null;
        while (replica.isEmpty() && !left.isEmpty()) {
            id = left.poll();
            replica = directory.replica(id);
        }
        if (replica.isEmpty()) {
            try {
                directory.writeCheckpoint();
            } finally {
                start();
            }
            return;
        }
        maintain(id, replica.get(), left);
    }

    private void maintain(PartitionId id, PartitionReplica replica, Queue<PartitionId> left) {
        replica.maintain(clock.millis()).thenRun(() -> directory.run(() -> {
            if (stopped) return;
            try {
                directory.persist(id);
            } finally {
                next(left);
            }
        }));
    }
}
