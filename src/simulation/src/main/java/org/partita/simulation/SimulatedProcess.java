package org.partita.simulation;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.broker.DirectoryPorts;
import org.partita.core.idempotency.IdempotencyLimits;
import org.partita.core.local.LocalBroker;
import org.partita.core.producer.ProducerLimits;
import org.partita.core.record.Codecs;
import org.partita.storage.StorageException;
import org.partita.storage.testing.MemoryDisk;
import org.partita.storage.testing.MemorySegmentStore;

/** The broker's process: it starts, is killed, loses power with its machine, or is stopped in order. */
final class SimulatedProcess {
    /** Few, so that some are forgotten; those that write now are not. */
    private static final int PRODUCERS = 64;
    /** Clocks jump here by days, and what a producer may repeat shall not be forgotten. */
    private static final long YEARS_MILLIS = 1L << 40;

    private final List<MemoryDisk> disks;
    private final SimulatedScheduler scheduler;
    private final WallClock clock;
    private final SplittableRandom random;
    private final Trace trace;
    private Optional<LocalBroker> broker = Optional.empty();
    private List<MemorySegmentStore> stores = List.of();

    SimulatedProcess(List<MemoryDisk> disks, SimulatedScheduler scheduler, WallClock clock, SplittableRandom random,
                     Trace trace) {
        this.disks = disks;
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
        stores = disks.stream().map(MemoryDisk::open).toList();
        List<DirectoryPorts> directories = stores.stream().map(store -> new DirectoryPorts(store,
            name -> scheduler.loop(), scheduler.pool(), scheduler.pool())).toList();
        try {
            broker = Optional.of(LocalBroker.start(new BrokerConfig(1, false, 3, BrokerLimits.DEFAULT,
                IdempotencyLimits.DEFAULT, new ProducerLimits(PRODUCERS, PRODUCERS, YEARS_MILLIS)),
                new BrokerPorts(directories, name -> scheduler.loop(), scheduler.pool(), scheduler, clock,
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
        stores.forEach(MemorySegmentStore::close);
        stores = List.of();
        broker = Optional.empty();
    }

    /** The machine ends at once: of each file any part of what was not forced is gone. */
    void losePower() {
        kill();
        trace.add("power lost");
        disks.forEach(disk -> disk.crash(random));
    }
}
