package org.partita.simulation.invariant;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;

/**
 * Of each idempotent producer a partition holds a front of its messages in their order: none twice, none without those
 * before it, and none missing that was acknowledged. A message that is sent again has the offset it had.
 */
final class SequencesAreWhole implements Invariant {
    private final Map<Long, Numbered> messages = new HashMap<>();
    private final Map<Numbered, Long> acknowledged = new HashMap<>();

    /** A message of a producer. @param producer its id, epoch and partition */
    private record Numbered(String producer, int sequence) {
    }

    @Override
    public void numbered(SentMessage message, String producer, int sequence) {
        messages.put(message.id(), new Numbered(producer, sequence));
    }

    @Override
    public void acknowledged(SentMessage message, long offset) {
        Numbered number = messages.get(message.id());
        if (number == null) return;
        Long before = acknowledged.putIfAbsent(number, offset);
        if (before != null && before != offset) {
            throw new InvariantViolation(this, number + " was acknowledged at offset " + before + " and at " + offset);
        }
    }

    @Override
    public void recovered(PartitionKey partition, List<LogRecord> all, FetchResult end, boolean powerLost) {
        audited(partition, all);
    }

    @Override
    public void audited(PartitionKey partition, List<LogRecord> all) {
        Map<String, Integer> next = new HashMap<>();
        for (LogRecord each : all) {
            Numbered number = messages.get(SentMessage.idOf(each.value()));
            if (number == null) continue;
            int expected = next.getOrDefault(number.producer(), 0);
            if (number.sequence() != expected) {
                throw new InvariantViolation(this, partition + " holds " + number + " at offset " + each.offset()
                    + " where sequence " + expected + " is expected");
            }
            next.put(number.producer(), expected + 1);
        }
        acknowledged.forEach((number, offset) -> {
            boolean here = number.producer().endsWith("in " + partition);
            if (here && number.sequence() >= next.getOrDefault(number.producer(), 0)) {
                throw new InvariantViolation(this, partition + " lost " + number + ", acknowledged at " + offset);
            }
        });
    }
}
