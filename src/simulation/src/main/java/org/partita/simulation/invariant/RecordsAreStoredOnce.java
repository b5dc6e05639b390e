package org.partita.simulation.invariant;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;

/** A message that was sent once is stored at most once, and not at all if its refusal said so. */
final class RecordsAreStoredOnce implements Invariant {
    private final Map<Long, String> refused = new HashMap<>();

    @Override
    public void refused(SentMessage message, String code) {
        refused.put(message.id(), code);
    }

    @Override
    public void repeated(SentMessage message) {
        refused.remove(message.id());
    }

    @Override
    public void recovered(PartitionKey partition, List<LogRecord> all, FetchResult end, boolean powerLost) {
        audited(partition, all);
    }

    @Override
    public void audited(PartitionKey partition, List<LogRecord> all) {
        Set<Long> ids = new HashSet<>();
        for (LogRecord each : all) {
            long id = SentMessage.idOf(each.value());
            if (!ids.add(id)) {
                throw new InvariantViolation(this, partition + " holds message " + id + " twice");
            }
            if (refused.containsKey(id)) {
                throw new InvariantViolation(this, partition + " holds message " + id + " at offset " + each.offset()
                    + ", which was refused with " + refused.get(id));
            }
        }
    }
}
