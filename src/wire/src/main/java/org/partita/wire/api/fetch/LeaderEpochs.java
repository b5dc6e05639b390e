package org.partita.wire.api.fetch;

import org.apache.kafka.common.errors.FencedLeaderEpochException;
import org.apache.kafka.common.errors.UnknownLeaderEpochException;

import org.partita.core.broker.read.PartitionBounds;

/** Whether a client knows who leads a partition. */
public final class LeaderEpochs {
    public static final int UNKNOWN = -1;

    private LeaderEpochs() {
    }

    /** @param known what the client says, {@link #UNKNOWN} if it does not */
    public static void require(int known, PartitionBounds bounds) {
        if (known == UNKNOWN || known == bounds.leaderEpoch()) return;
        String finding = "Leader epoch " + known + " found, " + bounds.leaderEpoch() + " expected. ";
        if (known < bounds.leaderEpoch()) {
            throw new FencedLeaderEpochException(finding + "Ask for the metadata again.");
        }
        throw new UnknownLeaderEpochException(finding + "Try again.");
    }
}
