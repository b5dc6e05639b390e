package org.partita.wire.api.fetch;

import java.util.List;

import org.apache.kafka.common.message.FetchResponseData.EpochEndOffset;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;

import org.partita.core.broker.read.PartitionBounds;
import org.partita.wire.records.CopiedBatches;
import org.partita.wire.records.StoredBatches;

/** What became of a wish. The batches are the owner's to send or to release. */
record Found(PartitionKey key, Errors error, PartitionData data, StoredBatches batches) {
    private static final int UNKNOWN = -1;

    static Found batches(Wish wish, PartitionBounds bounds, StoredBatches batches) {
        return new Found(wish.key(), Errors.NONE, data(wish, bounds).setRecords(batches), batches);
    }

    static Found nothing(Wish wish, PartitionBounds bounds) {
        return batches(wish, bounds, CopiedBatches.NONE);
    }

    /** The client's log and this one part there. */
    static Found diverging(Wish wish, PartitionBounds bounds, int epoch, long endOffset) {
        PartitionData data = data(wish, bounds).setRecords(CopiedBatches.NONE)
            .setDivergingEpoch(new EpochEndOffset().setEpoch(epoch).setEndOffset(endOffset));
        return new Found(wish.key(), Errors.NONE, data, CopiedBatches.NONE);
    }

    static Found failed(Wish wish, Errors error) {
        PartitionData data = new PartitionData().setPartitionIndex(wish.key().partition()).setErrorCode(error.code())
            .setHighWatermark(UNKNOWN).setRecords(CopiedBatches.NONE);
        return new Found(wish.key(), error, data, CopiedBatches.NONE);
    }

    /** There are no transactions: all that can be read is stable. */
    private static PartitionData data(Wish wish, PartitionBounds bounds) {
        return new PartitionData().setPartitionIndex(wish.key().partition()).setHighWatermark(bounds.highWatermark())
            .setLastStableOffset(bounds.highWatermark()).setLogStartOffset(bounds.logStartOffset())
            .setAbortedTransactions(null);
    }

    Found readCommitted() {
        if (error == Errors.NONE) data.setAbortedTransactions(List.of());
        return this;
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
