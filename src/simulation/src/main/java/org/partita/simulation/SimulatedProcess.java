package org.partita.simulation;

import java.util.Optional;
import java.util.SplittableRandom;

import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.local.LocalBroker;
import org.partita.core.record.Codecs;
import org.partita.storage.StorageException;
import org.partita.storage.testing.MemoryDisk;
import org.partita.storage.testing.MemorySegmentStore;

/** The broker's process: it starts, is killed, loses power with its machine, or is stopped in order. */
final class SimulatedProcess {
    private final MemoryDisk disk;
    private final SimulatedScheduler scheduler;
    private final WallClock clock;
    private final SplittableRandom random;
    private final Trace trace;
    private Optional<LocalBroker> broker = Optional.empty();
    private Optional<MemorySegmentStore> store = Optional.empty();

    SimulatedProcess(MemoryDisk disk, SimulatedScheduler scheduler, WallClock clock, SplittableRandom random,
                     Trace trace) {
        this.disk = disk;
        this.scheduler = scheduler;
        this.clock = clock;
        this.random = random;
        this.trace = trace;
    }

    Optional<LocalBroker> broker() {
        return broker;
    }

    /** @return false if the disk let it fail */
    boolean start() {
        MemorySegmentStore handle = disk.open();
        store = Optional.of(handle);
        try {
            broker = Optional.of(LocalBroker.start(new BrokerConfig(1, false), new BrokerPorts(handle,
                name -> scheduler.loop(), scheduler.pool(), scheduler.pool(), scheduler.pool(), scheduler, clock,
                random, Codecs.JDK)));
            trace.add("started");
            return true;
        } catch (StorageException failed) {
            trace.add("start failed: " + failed.getMessage());
            kill();
            return false;
        }
    }

    /** The process ends at once; what the operating system was given stays. */
    void kill() {
        trace.add("killed");
        scheduler.discardAll();
        store.ifPresent(MemorySegmentStore::close);
        store = Optional.empty();
        broker = Optional.empty();
    }

    /** The machine ends at once: of each file any part of what was not forced is gone. */
    void losePower() {
        kill();
        trace.add("power lost");
        disk.crash(random);
    }
}
