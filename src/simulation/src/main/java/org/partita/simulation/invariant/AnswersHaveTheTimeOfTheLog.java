package org.partita.simulation.invariant;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;

/** A message has the time its publisher was answered, also if the answer was given again later. */
final class AnswersHaveTheTimeOfTheLog implements Invariant {
    private final Map<PartitionKey, TreeMap<Long, Long>> answered = new TreeMap<>();

    @Override
    public void timeAnswered(PartitionKey partition, long offset, long timestampMillis) {
        Long before = of(partition).putIfAbsent(offset, timestampMillis);
        if (before != null && before != timestampMillis) {
            throw new InvariantViolation(this, partition + " offset " + offset + " was answered with time " + before
                + " and with " + timestampMillis);
        }
    }

    @Override
    public void recovered(PartitionKey partition, List<LogRecord> all, FetchResult end, boolean powerLost) {
        if (powerLost && !partition.durable()) of(partition).tailMap(end.highWatermark()).clear();
        audited(partition, all);
    }

    @Override
    public void audited(PartitionKey partition, List<LogRecord> all) {
        for (LogRecord each : all) {
            long expected = of(partition).getOrDefault(each.offset(), each.timestampMillis());
            if (each.timestampMillis() != expected) {
                throw new InvariantViolation(this, partition + " offset " + each.offset() + " has time "
                    + each.timestampMillis() + ", which was answered with " + expected);
            }
        }
    }

    private TreeMap<Long, Long> of(PartitionKey partition) {
        return answered.computeIfAbsent(partition, key -> new TreeMap<>());
    }
}
