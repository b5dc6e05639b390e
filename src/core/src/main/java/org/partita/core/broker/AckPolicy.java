package org.partita.core.broker;

/** When a publish is answered: see the acknowledgement rules in the replication guide. */
public enum AckPolicy {
    /** After the leader stored it. */
    LEADER,
    /** After the high watermark passed it and a quorum stores it. */
    QUORUM,
    /** As quorum, and in addition every in-sync replica stores it. */
    ALL
}
