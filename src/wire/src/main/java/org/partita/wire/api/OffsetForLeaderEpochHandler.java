package org.partita.wire.api;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopic;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData.EpochEndOffset;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData.OffsetForLeaderTopicResult;
import org.apache.kafka.common.requests.OffsetsForLeaderEpochRequest;
import org.apache.kafka.common.requests.OffsetsForLeaderEpochResponse;

import org.partita.core.broker.read.PartitionBounds;
import org.partita.core.broker.read.PartitionReader;
import org.partita.core.log.state.EpochEnd;
import org.partita.core.metadata.TopicRef;
import org.partita.wire.api.fetch.LeaderEpochs;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** Where leader epochs end, by which a client finds out that the log it has read of was cut. */
final class OffsetForLeaderEpochHandler implements ApiHandler<OffsetsForLeaderEpochRequest> {
    private final ServedBroker served;

    OffsetForLeaderEpochHandler(ServedBroker served) {
        this.served = served;
    }

    @Override
    public CompletionStage<OffsetsForLeaderEpochResponse> answer(OffsetsForLeaderEpochRequest request) {
        if (request.replicaId() >= 0) throw new InvalidRequestException("Followers are not served in this version.");
        OffsetForLeaderEpochResponseData data = new OffsetForLeaderEpochResponseData();
        for (OffsetForLeaderTopic each : request.data().topics()) {
            List<EpochEndOffset> partitions = new ArrayList<>();
            for (OffsetForLeaderPartition partition : each.partitions()) partitions.add(end(each.topic(), partition));
            data.topics().add(new OffsetForLeaderTopicResult().setTopic(each.topic()).setPartitions(partitions));
        }
        return CompletableFuture.completedStage(new OffsetsForLeaderEpochResponse(data));
    }

    private EpochEndOffset end(String topic, OffsetForLeaderPartition asked) {
        EpochEndOffset answer = new EpochEndOffset().setPartition(asked.partition());
        try {
            PartitionReader reader = served.broker().reader(TopicRef.named(topic), asked.partition());
            PartitionBounds bounds = reader.bounds();
            LeaderEpochs.require(asked.currentLeaderEpoch(), bounds);
            return end(answer, reader, bounds, asked.leaderEpoch());
        } catch (RuntimeException refused) {
            return answer.setErrorCode(ErrorCodes.of(refused).code());
        }
    }

    /** The epoch of now has begun where the log ended, with a batch or without; of a later one nothing is known. */
    private static EpochEndOffset end(EpochEndOffset answer, PartitionReader reader, PartitionBounds bounds,
                                      int epoch) {
        if (epoch < 0 || epoch > bounds.leaderEpoch()) return answer;
        if (epoch == bounds.leaderEpoch()) return answer.setLeaderEpoch(epoch).setEndOffset(bounds.logEndOffset());
        EpochEnd end = reader.endOfEpoch(epoch);
        return answer.setLeaderEpoch(end.epoch() == EpochEnd.NO_EPOCH ? epoch : end.epoch())
            .setEndOffset(end.endOffset());
    }
}
