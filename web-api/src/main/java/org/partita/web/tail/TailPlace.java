package org.partita.web.tail;

/** How far a client has come, as it is told with each event. Belongs to the loop of the tail. */
sealed interface TailPlace permits PartitionPlace, TopicPlace {
    int partitions();

    /** Number of the partition at this index. */
    int partition(int index);

    long nextOffset(int index);

    void continueAt(int index, long nextOffset);

    /** The value a client comes back with in {@code Last-Event-ID}. */
    String id();

    /** Whether a client has to be told the partition of each message. */
    boolean namesPartitions();
}
