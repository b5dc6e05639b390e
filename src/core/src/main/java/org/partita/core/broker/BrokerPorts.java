package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

import org.partita.core.execution.Loops;
import org.partita.core.execution.Timers;
import org.partita.core.record.Codecs;
import org.partita.storage.SegmentStore;

/**
 * What a broker needs from its container. All of it must outlive the broker.
 *
 * @param directories its data directories, of one cluster and broker; the first is its home
 * @param checks of batches that producers made, one loop a partition: they compute for a while
 * @param completions runs what the answers set off
 * @param random for topic ids; used by one thread at a time
 * @param codecs the kinds of compression that this broker can read and write
 */
public record BrokerPorts(List<DirectoryPorts> directories, Loops checks, Executor completions, Timers timers, 
                          InstantSource clock, RandomGenerator random, Codecs codecs) {
    public BrokerPorts {
        directories = List.copyOf(directories);
        if (directories.isEmpty()) throw new IllegalArgumentException("no data directory");
        requireNonNull(checks, "checks");
        requireNonNull(completions, "completions");
        requireNonNull(timers, "timers");
        requireNonNull(clock, "clock");
        requireNonNull(random, "random");
        requireNonNull(codecs, "codecs");
    }

    /** Of a broker with one data directory, which checks batches on the threads of its loops. */
    public BrokerPorts(SegmentStore store, Loops loops, Executor disk, Executor reads, Executor completions,
                       Timers timers, InstantSource clock, RandomGenerator random, Codecs codecs) {
        this(List.of(new DirectoryPorts(store, loops, disk, reads)), loops, completions, timers, clock, random, codecs);
    }

    /** The directory that holds what the broker itself has to remember. */
    public DirectoryPorts home() {
        return directories.get(0);
    }
}
