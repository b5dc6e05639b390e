package org.partita.wire.api.fetch;

import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;

/**
 * What a client wants of one partition.
 *
 * @param leaderEpoch that the client knows, {@link LeaderEpochs#UNKNOWN} if it does not say
 * @param lastFetchedEpoch of the batch before the offset, or as unknown
 */
record Wish(PartitionKey key, long offset, int maxBytes, int leaderEpoch, int lastFetchedEpoch) {
    /** About what it takes with its key and its place in a table, beside the name. */
    private static final int OBJECTS_BYTES = 320;

    /** About what it takes of the heap, though partitions of one topic may share a name. */
    int heapBytes() {
        return OBJECTS_BYTES + Character.BYTES * key.topic().length();
    }

    /** In the order of the request; of a partition that is there twice, the last one. */
    static Map<PartitionKey, Wish> of(FetchRequestData request) {
        Map<PartitionKey, Wish> wishes = new LinkedHashMap<>();
        for (FetchTopic topic : request.topics()) {
            for (FetchPartition each : topic.partitions()) {
                PartitionKey key = new PartitionKey(topic.topic(), topic.topicId(), each.partition());
                wishes.put(key, new Wish(key, each.fetchOffset(), each.partitionMaxBytes(), each.currentLeaderEpoch(),
                    each.lastFetchedEpoch()));
            }
        }
        return wishes;
    }
}
