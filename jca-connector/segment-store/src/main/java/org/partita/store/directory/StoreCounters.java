package org.partita.store.directory;

import java.util.concurrent.atomic.LongAdder;
import org.partita.storage.StoreStatistics;

/** Counters since the directory was opened. */
final class StoreCounters {
    private final LongAdder connections = new LongAdder();
    private final LongAdder appends = new LongAdder();
    private final LongAdder appendedBytes = new LongAdder();
    private final LongAdder forces = new LongAdder();
    private final LongAdder forceNanos = new LongAdder();

    void connected() {
        connections.increment();
    }

    void appended(long lengthBytes) {
        appends.increment();
        appendedBytes.add(lengthBytes);
    }

    void forced(long nanos) {
        forces.increment();
        forceNanos.add(nanos);
    }

    StoreStatistics with(long totalBytes, long usableBytes) {
        return new StoreStatistics(connections.sum(), appends.sum(), appendedBytes.sum(), forces.sum(),
            forceNanos.sum(), totalBytes, usableBytes);
    }
}
