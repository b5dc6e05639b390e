package org.partita.core.replication.read;

import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

import org.partita.core.log.PartitionLog;
import org.partita.core.replication.ReplicaStatus;
import org.partita.storage.BrokerException;

/** What others see of a replica, and who wants to know when there is more. Written by its loop only. */
public final class ReplicaView {
    private final AtomicLong nextWatch = new AtomicLong();
    private final Map<Long, Watch> watches = new ConcurrentSkipListMap<>();
    private volatile State state;

    private record Watch(long seenWatermark, Runnable changed) {
        boolean concerns(State now) {
            return !now.serves() || now.status().highWatermark() > seenWatermark;
        }
    }

    private sealed interface State permits Open, Refusing {
        ReplicaStatus status();

        State with(ReplicaStatus next);

        boolean serves();

        PartitionLog log();
    }

    private record Open(ReplicaStatus status, PartitionLog log) implements State {
        @Override
        public State with(ReplicaStatus next) {
            return new Open(next, log);
        }

        @Override
        public boolean serves() {
            return true;
        }
    }

    private record Refusing(ReplicaStatus status, BrokerException reason) implements State {
        @Override
        public State with(ReplicaStatus next) {
            return new Refusing(next, reason);
        }

        @Override
        public boolean serves() {
            return false;
        }

        @Override
        public PartitionLog log() {
            throw reason;
        }
    }

    /** @param reason why nothing is served yet */
    public ReplicaView(ReplicaStatus status, BrokerException reason) {
        this.state = new Refusing(status, reason);
    }

    public void open(ReplicaStatus status, PartitionLog log) {
        become(new Open(status, log));
    }

    /** The log may not be read any more. */
    public void refuse(ReplicaStatus status, BrokerException reason) {
        become(new Refusing(status, reason));
    }

    /** Whether the log may be read stays as it is. */
    public void publish(ReplicaStatus status) {
        become(state.with(status));
    }

    private void become(State next) {
        state = next;
        // Here: state, then watches; in watch: watches, then state. One of the two must see what the other wrote, but
        // the map is read with less than volatile loads, which a processor may do before the store above is seen.
        VarHandle.fullFence();
        if (watches.isEmpty()) return;
        watches.forEach((number, watch) -> {
            if (watch.concerns(next) && watches.remove(number, watch)) watch.changed().run();
        });
    }

    public ReplicaStatus status() {
        return state.status();
    }

    /** Whether the log may be read. */
    public boolean serves() {
        return state.serves();
    }

    /** The log, if it may be read. */
    public Optional<PartitionLog> served() {
        State now = state;
        return now.serves() ? Optional.of(now.log()) : Optional.empty();
    }

    /** @throws BrokerException why the log may not be read */
    public PartitionLog log() {
        return state.log();
    }

    /**
     * Runs {@code changed} once, on any thread, when the high watermark is above {@code seenWatermark} or nothing is
     * served. It only hands work on.
     *
     * @return calls it off
     */
    Runnable watch(long seenWatermark, Runnable changed) {
        Watch watch = new Watch(seenWatermark, changed);
        long number = nextWatch.getAndIncrement();
        watches.put(number, watch);
        // What was published before it could be seen there is seen here; see become.
        VarHandle.fullFence();
        if (watch.concerns(state) && watches.remove(number, watch)) changed.run();
        return () -> watches.remove(number, watch);
    }
}
