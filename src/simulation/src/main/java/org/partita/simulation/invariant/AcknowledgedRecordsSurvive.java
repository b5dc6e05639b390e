package org.partita.simulation.invariant;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;

/**
 * An acknowledged message is found at the offset it was acknowledged with, with the same key and value. After a loss of
 * power this is promised for durable topics only: the others may lose a tail.
 */
final class AcknowledgedRecordsSurvive implements Invariant {
    private final Map<PartitionKey, TreeMap<Long, SentMessage>> acknowledged = new TreeMap<>();

    @Override
    public void acknowledged(SentMessage message, long offset) {
        SentMessage other = of(message.partition()).put(offset, message);
        if (other != null && other.id() != message.id()) {
            throw new InvariantViolation(this, message.partition() + " offset " + offset + " was acknowledged for "
                + other.id() + " and for " + message.id());
        }
    }

    @Override
    public void recovered(PartitionKey partition, List<LogRecord> all, FetchResult end, boolean powerLost) {
        if (powerLost && !partition.durable()) of(partition).tailMap(end.highWatermark()).clear();
        audited(partition, all);
    }

    @Override
    public void audited(PartitionKey partition, List<LogRecord> all) {
        Map<Long, LogRecord> found = new TreeMap<>();
        for (LogRecord each : all) found.put(each.offset(), each);
        of(partition).forEach((offset, message) -> check(partition, offset, message, found));
    }

    private void check(PartitionKey partition, long offset, SentMessage message, Map<Long, LogRecord> found) {
        LogRecord at = found.get(offset);
        if (at == null) {
            throw new InvariantViolation(this, partition + " lost acknowledged message " + message.id()
                + " at offset " + offset + "; the log has " + found.size() + " records");
        }
        if (!at.key().equals(message.key()) || !at.value().equals(message.value())) {
            throw new InvariantViolation(this, partition + " offset " + offset + " holds something else than message "
                + message.id());
        }
    }

    private TreeMap<Long, SentMessage> of(PartitionKey partition) {
        return acknowledged.computeIfAbsent(partition, key -> new TreeMap<>());
    }
}
