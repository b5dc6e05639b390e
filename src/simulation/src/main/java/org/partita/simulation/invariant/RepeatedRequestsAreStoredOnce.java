package org.partita.simulation.invariant;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;

/** However often a keyed request is sent, each of its messages is stored once, and each answer names the same place. */
final class RepeatedRequestsAreStoredOnce implements Invariant {
    private final Map<Long, Place> places = new TreeMap<>();
    private final Set<Long> calledNew = new TreeSet<>();

    private record Place(PartitionKey partition, long offset) {
        @Override
        public String toString() {
            return partition + " offset " + offset;
        }
    }

    @Override
    public void keyedAcknowledged(SentMessage message, long offset, boolean replayed) {
        Place place = new Place(message.partition(), offset);
        Place before = places.putIfAbsent(message.id(), place);
        if (before != null && !before.equals(place)) {
            throw new InvariantViolation(this, "message " + message.id() + " was answered with " + before + " and with "
                + place + (replayed ? " as a replay" : " as a new message"));
        }
        if (!replayed && !calledNew.add(message.id())) {
            throw new InvariantViolation(this, "message " + message.id() + " was called new twice, at " + place);
        }
    }

    @Override
    public void recovered(PartitionKey partition, List<LogRecord> all, FetchResult end, boolean powerLost) {
        if (powerLost && !partition.durable()) {
            places.values().removeIf(place -> place.partition().equals(partition)
                && place.offset() >= end.highWatermark());
            calledNew.retainAll(places.keySet());
        }
        audited(partition, all);
    }

    @Override
    public void audited(PartitionKey partition, List<LogRecord> all) {
        for (LogRecord each : all) {
            Place known = places.get(SentMessage.idOf(each.value()));
            if (known != null && !known.equals(new Place(partition, each.offset()))) {
                throw new InvariantViolation(this, partition + " holds message " + SentMessage.idOf(each.value())
                    + " at offset " + each.offset() + ", which was answered with " + known);
            }
        }
    }
}
