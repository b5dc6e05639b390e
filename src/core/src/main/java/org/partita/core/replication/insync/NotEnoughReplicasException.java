package org.partita.core.replication.insync;

import org.partita.storage.BrokerException;

/** Fewer replicas of a partition are in sync than its topic asks for. Nothing was stored. */
public final class NotEnoughReplicasException extends BrokerException {
    private static final long serialVersionUID = 1L;

    public NotEnoughReplicasException(String partition, int inSync, int minInsyncReplicas) {
        super("not-enough-replicas", true, "Replicas of partition " + partition + " that are in sync: " + inSync
            + "; min.insync.replicas of its topic asks for " + minInsyncReplicas + ". Nothing was stored. Try again "
            + "when more are in sync, publish with acks=leader, or lower min.insync.replicas.");
    }
}
