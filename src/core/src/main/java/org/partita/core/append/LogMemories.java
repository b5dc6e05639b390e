package org.partita.core.append;

import static java.util.Objects.requireNonNull;

import java.time.InstantSource;

import org.partita.core.execution.Budget;
import org.partita.core.execution.Timers;
import org.partita.core.idempotency.IdempotencyLimits;
import org.partita.core.idempotency.IdempotencyTable;
import org.partita.core.idempotency.KeySnapshots;
import org.partita.core.idempotency.TableRecovery;
import org.partita.core.log.PartitionLog;
import org.partita.core.metadata.TopicConfig;
import org.partita.core.producer.ProducerLimits;
import org.partita.core.producer.ProducerRecovery;
import org.partita.core.producer.ProducerSnapshots;
import org.partita.core.producer.ProducerTable;
import org.partita.core.record.Codecs;
import org.partita.storage.PartitionStore;
import org.partita.storage.StorageException;

/** Makes the memories for the logs of a broker. They are recovered by one thread at a time. */
public final class LogMemories {
    private final IdempotencyLimits keyLimits;
    private final ProducerLimits producerLimits;
    private final Codecs codecs;
    private final InstantSource clock;
    private final Timers timers;
    private final Budget sharedKeys;
    private final Budget sharedProducers;

    public LogMemories(IdempotencyLimits keyLimits, ProducerLimits producerLimits, Codecs codecs, InstantSource clock,
                       Timers timers) {
        this.keyLimits = requireNonNull(keyLimits, "keyLimits");
        this.producerLimits = requireNonNull(producerLimits, "producerLimits");
        this.codecs = requireNonNull(codecs, "codecs");
        this.clock = requireNonNull(clock, "clock");
        this.timers = requireNonNull(timers, "timers");
        this.sharedKeys = new Budget(keyLimits.perBroker());
        this.sharedProducers = new Budget(producerLimits.perBroker());
    }

    /** Of a log without a batch. */
    public LogMemory empty(PartitionStore files, PartitionLog log, TopicConfig topic) {
        return new LogMemory(keys(topic), producers(), new KeySnapshots(files, log),
            new ProducerSnapshots(files, log));
    }

    /** Of what is in the log. Waits for the disk. @throws StorageException if the log cannot be read */
    public LogMemory recovered(PartitionStore files, PartitionLog log, TopicConfig topic) {
        IdempotencyTable keys = keys(topic);
        ProducerTable producers = producers();
        KeySnapshots keySnapshots = new KeySnapshots(files, log);
        ProducerSnapshots producerSnapshots = new ProducerSnapshots(files, log);
        LogMemory memory = new LogMemory(keys, producers, keySnapshots, producerSnapshots);
        try {
            new TableRecovery(keys, log, codecs, clock.millis(), timers.nowMillis()).run(keySnapshots);
            new ProducerRecovery(producers, log, clock.millis(), timers.nowMillis()).run(producerSnapshots);
        } catch (RuntimeException failure) {
            memory.clear();
            throw failure;
        }
        return memory;
    }

    private IdempotencyTable keys(TopicConfig topic) {
        return new IdempotencyTable(topic.idempotencyWindowMillis(), keyLimits.perPartition(), sharedKeys);
    }

    private ProducerTable producers() {
        return new ProducerTable(producerLimits, sharedProducers);
    }
}
