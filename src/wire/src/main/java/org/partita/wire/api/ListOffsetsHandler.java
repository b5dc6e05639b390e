package org.partita.wire.api;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedLeaderEpochException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.UnknownLeaderEpochException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsTopic;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsPartitionResponse;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsTopicResponse;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.ListOffsetsResponse;

import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.LogRecord;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** Offsets of the log start, of the end that is readable, and of the first message that is not older than a time. */
final class ListOffsetsHandler implements ApiHandler<ListOffsetsRequest> {
    private static final short FIRST_VERSION_WITH_EPOCHS = 4;
    private static final int NO_EPOCH = -1;
    private static final int NO_LEADER = -1;

    private final ServedBroker served;

    ListOffsetsHandler(ServedBroker served) {
        this.served = served;
    }

    @Override
    public CompletionStage<ListOffsetsResponse> answer(ListOffsetsRequest request) {
        if (request.replicaId() >= 0) throw new InvalidRequestException("Followers are not served in this version.");
        List<CompletionStage<ListOffsetsTopicResponse>> topics = new ArrayList<>();
        for (ListOffsetsTopic each : request.topics()) topics.add(topic(each, request));
        return Stages.all(topics).thenApply(all -> new ListOffsetsResponse(
            new ListOffsetsResponseData().setTopics(all)));
    }

    private CompletionStage<ListOffsetsTopicResponse> topic(ListOffsetsTopic asked, ListOffsetsRequest request) {
        return Stages.outcome(() -> served.broker().topicStatus(asked.name()), status -> known(status, asked, request),
                failure -> unknown(asked, failure))
            .thenCompose(Stages::all)
            .thenApply(all -> new ListOffsetsTopicResponse().setName(asked.name()).setPartitions(all));
    }

    private static List<CompletionStage<ListOffsetsPartitionResponse>> unknown(ListOffsetsTopic asked,
                                                                               Throwable failure) {
        List<CompletionStage<ListOffsetsPartitionResponse>> partitions = new ArrayList<>();
        for (ListOffsetsPartition each : asked.partitions()) {
            partitions.add(CompletableFuture.completedStage(failed(each, failure)));
        }
        return partitions;
    }

    private List<CompletionStage<ListOffsetsPartitionResponse>> known(TopicStatus status, ListOffsetsTopic asked,
                                                                      ListOffsetsRequest request) {
        boolean withEpoch = request.version() >= FIRST_VERSION_WITH_EPOCHS;
        List<CompletionStage<ListOffsetsPartitionResponse>> partitions = new ArrayList<>();
        for (ListOffsetsPartition each : asked.partitions()) {
            TopicPartition partition = new TopicPartition(asked.name(), each.partitionIndex());
            boolean again = request.duplicatePartitions().contains(partition);
            partitions.add(Stages.outcome(() -> {
                if (again) throw new InvalidRequestException("The partition is in the request twice.");
                return offset(status, each, withEpoch);
            }, found -> found, failure -> failed(each, failure)));
        }
        return partitions;
    }

    private CompletionStage<ListOffsetsPartitionResponse> offset(TopicStatus topic, ListOffsetsPartition asked,
                                                                boolean withEpoch) {
        PartitionStatus status = serving(topic, asked);
        long time = asked.timestamp();
        if (time >= 0) return byTime(topic.topic(), asked);
        if (time == ListOffsetsRequest.EARLIEST_TIMESTAMP) {
            return CompletableFuture.completedStage(answered(asked).setOffset(status.logStartOffset()));
        }
        if (time == ListOffsetsRequest.LATEST_TIMESTAMP) {
            return CompletableFuture.completedStage(answered(asked).setOffset(status.highWatermark())
                .setLeaderEpoch(withEpoch ? status.leaderEpoch() : NO_EPOCH));
        }
        throw new UnsupportedVersionException("Offsets are told of the log start (-2), of the end (-1) and of a time "
            + "(0 or more), not of " + time + ".");
    }

    private static PartitionStatus serving(TopicStatus topic, ListOffsetsPartition asked) {
        int partition = asked.partitionIndex();
        int partitions = topic.partitions().size();
        if (partition < 0 || partition >= partitions) {
            throw new PartitionNotFoundException(topic.topic().name(), partition, partitions);
        }
        PartitionStatus status = topic.partitions().get(partition);
        if (status.leader() == NO_LEADER) throw new LeaderUnavailableException(status.error());
        int known = asked.currentLeaderEpoch();
        if (known != NO_EPOCH && known < status.leaderEpoch()) {
            throw new FencedLeaderEpochException("Leader epoch " + known + " found, " + status.leaderEpoch()
                + " expected. Ask for the metadata again.");
        }
        if (known > status.leaderEpoch()) {
            throw new UnknownLeaderEpochException("Leader epoch " + known + " found, " + status.leaderEpoch()
                + " expected. Try again.");
        }
        return status;
    }

    /** No message of that age is told by no offset; one that came in meanwhile may be older than asked for. */
    private CompletionStage<ListOffsetsPartitionResponse> byTime(TopicMetadata topic, ListOffsetsPartition asked) {
        FetchRequest first = new FetchRequest(TopicRef.of(topic), asked.partitionIndex(),
            new StartAt.Time(asked.timestamp()), 1, 1, 0, 0);
        return served.broker().fetch(first).thenApply(FetchResult::records).thenApply(found -> {
            if (found.isEmpty() || found.get(0).timestampMillis() < asked.timestamp()) return answered(asked);
            LogRecord record = found.get(0);
            return answered(asked).setOffset(record.offset()).setTimestamp(record.timestampMillis());
        });
    }

    /** Offset, time and epoch are unknown unless they are set; that of a record that was found is. */
    private static ListOffsetsPartitionResponse answered(ListOffsetsPartition asked) {
        return new ListOffsetsPartitionResponse().setPartitionIndex(asked.partitionIndex());
    }

    private static ListOffsetsPartitionResponse failed(ListOffsetsPartition asked, Throwable failure) {
        return answered(asked).setErrorCode(ErrorCodes.of(failure).code());
    }
}
