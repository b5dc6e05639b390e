package org.partita.core.local;

import java.time.InstantSource;

import org.partita.core.execution.Budget;
import org.partita.core.execution.Timers;
import org.partita.core.idempotency.IdempotencyLimits;
import org.partita.core.idempotency.IdempotencyTable;
import org.partita.core.idempotency.KeySnapshots;
import org.partita.core.idempotency.TableRecovery;
import org.partita.core.log.PartitionLog;
import org.partita.core.metadata.TopicConfig;
import org.partita.core.record.Codecs;
import org.partita.storage.StorageException;

/** Makes the tables of keyed messages for the partitions of a broker. Tables are recovered by one thread at a time. */
final class IdempotencyTables {
    private final IdempotencyLimits limits;
    private final Codecs codecs;
    private final InstantSource clock;
    private final Timers timers;
    private final Budget shared;

    IdempotencyTables(IdempotencyLimits limits, Codecs codecs, InstantSource clock, Timers timers) {
        this.limits = limits;
        this.codecs = codecs;
        this.clock = clock;
        this.timers = timers;
        this.shared = new Budget(limits.perBroker());
    }

    IdempotencyTable empty(TopicConfig topic) {
        return new IdempotencyTable(topic.idempotencyWindowMillis(), limits.perPartition(), shared);
    }

    /** @throws StorageException if the log cannot be read */
    IdempotencyTable recovered(PartitionLog log, KeySnapshots snapshots, TopicConfig topic) {
        IdempotencyTable table = empty(topic);
        try {
            new TableRecovery(table, log, codecs, clock.millis(), timers.nowMillis()).run(snapshots);
        } catch (RuntimeException failure) {
            table.clear();
            throw failure;
        }
        return table;
    }
}
