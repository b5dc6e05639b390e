package org.partita.simulation.invariant;

import java.util.List;

/** Messages stand in the order of their request, and behind what was acknowledged before they were sent. */
final class PublishOrderIsKept implements Invariant {
    @Override
    public void acknowledged(SentMessage message, long offset) {
        if (offset <= message.afterOffset()) {
            throw new InvariantViolation(this, message.partition() + " put message " + message.id() + " at offset "
                + offset + ", not behind " + message.afterOffset() + ", which was acknowledged before it was sent");
        }
    }

    @Override
    public void requestAnswered(PartitionKey partition, List<Long> offsets) {
        for (int i = 1; i < offsets.size(); i++) {
            if (offsets.get(i) <= offsets.get(i - 1)) {
                throw new InvariantViolation(this, partition + " answered a request with offsets " + offsets);
            }
        }
    }
}
