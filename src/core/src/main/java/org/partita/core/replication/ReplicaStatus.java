package org.partita.core.replication;

import static java.util.Objects.requireNonNull;

/**
 * State of a replica at one moment.
 *
 * @param error why it is offline, empty while it serves
 */
public record ReplicaStatus(long logStartOffset, long highWatermark, long logEndOffset, long sizeBytes,
                            int leaderEpoch, String error) {
    public ReplicaStatus {
        requireNonNull(error, "error");
        if (logStartOffset < 0 || highWatermark < logStartOffset || logEndOffset < highWatermark) {
            throw new IllegalArgumentException("log start " + logStartOffset + ", high watermark " + highWatermark
                + ", log end " + logEndOffset + " are not in this order");
        }
    }

    static ReplicaStatus neverOpened(int leaderEpoch, String error) {
        return new ReplicaStatus(0, 0, 0, 0, leaderEpoch, error);
    }

    public boolean serving() {
        return error.isEmpty();
    }

    ReplicaStatus offline(String cause) {
        return new ReplicaStatus(logStartOffset, highWatermark, logEndOffset, sizeBytes, leaderEpoch, cause);
    }
}
