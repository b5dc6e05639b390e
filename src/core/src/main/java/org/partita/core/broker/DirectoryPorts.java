package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Executor;

import org.partita.core.execution.Loops;
import org.partita.storage.SegmentStore;

/**
 * What a broker needs for one of its data directories. Threads of its own keep a disk that hangs to itself.
 *
 * @param store a handle that is this broker's alone; closed by who opened it
 * @param loops serial executors; their tasks write to the page cache, and those of the metadata loop and of the
 *     directory's own loop wait for the disk
 * @param disk runs fsyncs
 * @param reads runs reads of segment files
 */
public record DirectoryPorts(SegmentStore store, Loops loops, Executor disk, Executor reads) {
    public DirectoryPorts {
        requireNonNull(store, "store");
        requireNonNull(loops, "loops");
        requireNonNull(disk, "disk");
        requireNonNull(reads, "reads");
    }
}
