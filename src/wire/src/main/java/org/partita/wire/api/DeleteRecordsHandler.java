package org.partita.wire.api;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.message.DeleteRecordsRequestData.DeleteRecordsPartition;
import org.apache.kafka.common.message.DeleteRecordsRequestData.DeleteRecordsTopic;
import org.apache.kafka.common.message.DeleteRecordsResponseData;
import org.apache.kafka.common.message.DeleteRecordsResponseData.DeleteRecordsPartitionResult;
import org.apache.kafka.common.message.DeleteRecordsResponseData.DeleteRecordsTopicResult;
import org.apache.kafka.common.requests.DeleteRecordsRequest;
import org.apache.kafka.common.requests.DeleteRecordsResponse;

import org.partita.core.broker.read.PartitionBounds;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.metadata.TopicRef;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** Deletes the records before an offset, of each partition for itself. */
final class DeleteRecordsHandler implements ApiHandler<DeleteRecordsRequest> {
    private final ServedBroker served;

    DeleteRecordsHandler(ServedBroker served) {
        this.served = served;
    }

    @Override
    public CompletionStage<DeleteRecordsResponse> answer(DeleteRecordsRequest request) {
        List<CompletionStage<DeleteRecordsTopicResult>> topics = new ArrayList<>();
        for (DeleteRecordsTopic each : request.data().topics()) topics.add(topic(each));
        return Stages.all(topics).thenApply(all -> {
            DeleteRecordsResponseData data = new DeleteRecordsResponseData();
            data.topics().addAll(all);
            return new DeleteRecordsResponse(data);
        });
    }

    private CompletionStage<DeleteRecordsTopicResult> topic(DeleteRecordsTopic asked) {
        List<CompletionStage<DeleteRecordsPartitionResult>> partitions = new ArrayList<>();
        for (DeleteRecordsPartition each : asked.partitions()) {
            partitions.add(Stages.outcome(() -> deleted(asked.name(), each),
                start -> result(each).setLowWatermark(start),
                failure -> result(each).setLowWatermark(DeleteRecordsResponse.INVALID_LOW_WATERMARK)
                    .setErrorCode(ErrorCodes.of(failure).code())));
        }
        return Stages.all(partitions).thenApply(all -> {
            DeleteRecordsTopicResult result = new DeleteRecordsTopicResult().setName(asked.name());
            result.partitions().addAll(all);
            return result;
        });
    }

    private CompletionStage<Long> deleted(String topic, DeleteRecordsPartition asked) {
        TopicRef named = TopicRef.named(topic);
        PartitionBounds bounds = served.broker().reader(named, asked.partitionIndex()).bounds();
        long before = asked.offset() == DeleteRecordsRequest.HIGH_WATERMARK ? bounds.highWatermark() : asked.offset();
        if (before < 0) {
            throw new OffsetOutOfRangeException(before, bounds.logStartOffset(), bounds.highWatermark());
        }
        return served.broker().deleteRecords(named, asked.partitionIndex(), before);
    }

    private static DeleteRecordsPartitionResult result(DeleteRecordsPartition asked) {
        return new DeleteRecordsPartitionResult().setPartitionIndex(asked.partitionIndex());
    }
}
