package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

import org.partita.core.execution.Loops;
import org.partita.core.execution.Timers;
import org.partita.core.record.Codecs;
import org.partita.storage.SegmentStore;

/**
 * What a broker needs from its container. All of it must outlive the broker.
 *
 * @param store a handle that is this broker's alone; closed by who opened it
 * @param loops serial executors; their tasks write to the page cache, and those of the metadata loop wait for the disk
 * @param disk runs fsyncs
 * @param reads runs reads of segment files
 * @param completions runs what the answers set off
 * @param random for topic ids; used by one thread at a time
 * @param codecs the kinds of compression that this broker can read
 */
public record BrokerPorts(SegmentStore store, Loops loops, Executor disk, Executor reads, Executor completions,
                          Timers timers, InstantSource clock, RandomGenerator random, Codecs codecs) {
    public BrokerPorts {
        requireNonNull(store, "store");
        requireNonNull(loops, "loops");
        requireNonNull(disk, "disk");
        requireNonNull(reads, "reads");
        requireNonNull(completions, "completions");
        requireNonNull(timers, "timers");
        requireNonNull(clock, "clock");
        requireNonNull(random, "random");
        requireNonNull(codecs, "codecs");
    }
}
