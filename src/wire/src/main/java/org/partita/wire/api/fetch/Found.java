package org.partita.wire.api.fetch;

import java.util.ArrayList;
import java.util.List;

import org.apache.kafka.common.message.FetchResponseData.EpochEndOffset;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;

import org.partita.core.broker.read.PartitionBounds;
import org.partita.wire.records.CopiedBatches;
import org.partita.wire.records.StoredBatches;

/**
 * What became of a wish. The batches are the owner's to send or to release.
 *
 * @param messages in the batches, from the offset on that was asked for
 * @param left why there is more than these
 */
record Found(PartitionKey key, Errors error, PartitionData data, StoredBatches batches, long messages, Left left) {
    private static final int UNKNOWN = -1;

    /** NO_ROOM: others are held for the moment, or the fetch read for too long. STUCK: a read of it does not end. */
    enum Left { NOTHING, BEYOND_LIMIT, NO_ROOM, STUCK }

    static Found batches(Wish wish, PartitionBounds bounds, StoredBatches batches) {
        Left left = batches.nextOffset() < bounds.highWatermark() ? Left.BEYOND_LIMIT : Left.NOTHING;
        return new Found(wish.key(), Errors.NONE, data(wish, bounds).setRecords(batches), batches,
            batches.nextOffset() - wish.offset(), left);
    }

    static Found nothing(Wish wish, PartitionBounds bounds) {
        return without(wish, bounds, Left.NOTHING);
    }

    static Found without(Wish wish, PartitionBounds bounds, Left left) {
        PartitionData data = data(wish, bounds).setRecords(CopiedBatches.NONE);
        return new Found(wish.key(), Errors.NONE, data, CopiedBatches.NONE, 0, left);
    }

    /** The client's log and this one part there. */
    static Found diverging(Wish wish, PartitionBounds bounds, int epoch, long endOffset) {
        PartitionData data = data(wish, bounds).setRecords(CopiedBatches.NONE)
            .setDivergingEpoch(new EpochEndOffset().setEpoch(epoch).setEndOffset(endOffset));
        return new Found(wish.key(), Errors.NONE, data, CopiedBatches.NONE, 0, Left.NOTHING);
    }

    static Found failed(Wish wish, Errors error) {
        PartitionData data = new PartitionData().setPartitionIndex(wish.key().partition()).setErrorCode(error.code())
            .setHighWatermark(UNKNOWN).setRecords(CopiedBatches.NONE);
        return new Found(wish.key(), error, data, CopiedBatches.NONE, 0, Left.NOTHING);
    }

    /** For an answer, in this order. */
    static List<FetchableTopicResponse> byTopic(List<Found> all) {
        List<FetchableTopicResponse> topics = new ArrayList<>();
        PartitionKey last = null;
        for (Found each : all) {
            if (last == null || !each.key().sameTopic(last)) {
                last = each.key();
                topics.add(new FetchableTopicResponse().setTopic(last.topic()).setTopicId(last.topicId()));
            }
            topics.get(topics.size() - 1).partitions().add(each.data());
        }
        return topics;
    }

    /** There are no transactions: all that can be read is stable. */
    private static PartitionData data(Wish wish, PartitionBounds bounds) {
        return new PartitionData().setPartitionIndex(wish.key().partition()).setHighWatermark(bounds.highWatermark())
            .setLastStableOffset(bounds.highWatermark()).setLogStartOffset(bounds.logStartOffset())
            .setAbortedTransactions(null);
    }

    void readCommitted() {
        if (error == Errors.NONE) data.setAbortedTransactions(List.of());
    }

    int sizeBytes() {
        return batches.sizeInBytes();
    }

    /** Whether the client has to know at once, however few bytes there are. */
    boolean urgent() {
        return error != Errors.NONE || diverges();
    }

    boolean diverges() {
        return data.divergingEpoch().epoch() != UNKNOWN;
    }
}
