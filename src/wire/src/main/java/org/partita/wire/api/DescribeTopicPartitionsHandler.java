package org.partita.wire.api;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.DescribeTopicPartitionsRequestData;
import org.apache.kafka.common.message.DescribeTopicPartitionsRequestData.TopicRequest;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.Cursor;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.DescribeTopicPartitionsResponsePartition;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.DescribeTopicPartitionsResponseTopic;
import org.apache.kafka.common.requests.DescribeTopicPartitionsRequest;
import org.apache.kafka.common.requests.DescribeTopicPartitionsResponse;

import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.metadata.TopicMetadata;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** The partitions of topics, page by page, in the order of the names. */
final class DescribeTopicPartitionsHandler implements ApiHandler<DescribeTopicPartitionsRequest> {
    private static final int MAX_PARTITIONS = 2_000;

    private final ServedBroker served;

    DescribeTopicPartitionsHandler(ServedBroker served) {
        this.served = served;
    }

    /** @param topics of them the first to be told of begins with {@code firstPartition} */
    private record Page(List<String> topics, String firstTopic, int firstPartition, Cursor next) {
        int firstOf(String topic) {
            return topic.equals(firstTopic) ? firstPartition : 0;
        }
    }

    @Override
    public CompletionStage<DescribeTopicPartitionsResponse> answer(DescribeTopicPartitionsRequest request) {
        Page page = page(request.data());
        List<CompletionStage<DescribeTopicPartitionsResponseTopic>> topics = new ArrayList<>();
        for (String each : page.topics()) {
            topics.add(Stages.outcome(() -> served.broker().topicStatus(each), status -> topic(status, page),
                failure -> TopicRows.ofPartitions().setName(each)
                    .setErrorCode(ErrorCodes.of(failure).code())));
        }
        return Stages.all(topics).thenApply(all -> {
            DescribeTopicPartitionsResponseData data = new DescribeTopicPartitionsResponseData()
                .setNextCursor(page.next());
            data.topics().addAll(all);
            return new DescribeTopicPartitionsResponse(data);
        });
    }

    private Page page(DescribeTopicPartitionsRequestData request) {
        DescribeTopicPartitionsRequestData.Cursor from = request.cursor();
        if (from != null && from.partitionIndex() < 0) {
            throw new InvalidRequestException("The cursor is at partition " + from.partitionIndex() + ", 0 or more "
                + "expected.");
        }
        String firstTopic = from == null ? "" : from.topicName();
        int firstPartition = from == null ? 0 : from.partitionIndex();
        int left = Math.max(1, Math.min(MAX_PARTITIONS, request.responsePartitionLimit()));
        List<String> topics = new ArrayList<>();
        for (String each : names(request).tailSet(firstTopic)) {
            if (left == 0) return new Page(topics, firstTopic, firstPartition, cursor(each, 0));
            int begin = each.equals(firstTopic) ? firstPartition : 0;
            int count = Math.max(0, partitions(each) - begin);
            topics.add(each);
            if (count > left) return new Page(topics, firstTopic, firstPartition, cursor(each, begin + left));
            left -= count;
        }
        return new Page(topics, firstTopic, firstPartition, null);
    }

    private SortedSet<String> names(DescribeTopicPartitionsRequestData request) {
        if (request.topics().isEmpty()) return new TreeSet<>(served.broker().metadata().topics().keySet());
        SortedSet<String> names = new TreeSet<>();
        for (TopicRequest each : request.topics()) names.add(each.name());
        return names;
    }

    private int partitions(String topic) {
        return served.broker().metadata().topic(topic).map(TopicMetadata::partitions).orElse(0);
    }

    private static Cursor cursor(String topic, int partition) {
        return new Cursor().setTopicName(topic).setPartitionIndex(partition);
    }

    private static DescribeTopicPartitionsResponseTopic topic(TopicStatus status, Page page) {
        TopicMetadata topic = status.topic();
        Cursor next = page.next();
        int end = next != null && next.topicName().equals(topic.name()) ? next.partitionIndex() : topic.partitions();
        return TopicRows.ofPartitions().setName(topic.name()).setTopicId(TopicIds.of(topic.id()))
            .setIsInternal(TopicIds.isInternal(topic.name()))
            .setPartitions(status.partitions().stream()
                .filter(each -> each.partition() >= page.firstOf(topic.name()) && each.partition() < end)
                .map(DescribeTopicPartitionsHandler::partition).toList());
    }

    /** Replicas that may lead beside those in sync are not a thing here; clients do not take that for an answer. */
    private static DescribeTopicPartitionsResponsePartition partition(PartitionStatus status) {
        PartitionServing serving = PartitionServing.of(status);
        return new DescribeTopicPartitionsResponsePartition().setPartitionIndex(status.partition())
            .setErrorCode(serving.error().code()).setLeaderId(status.leader()).setLeaderEpoch(status.leaderEpoch())
            .setReplicaNodes(status.replicas()).setIsrNodes(status.inSyncReplicas())
            .setOfflineReplicas(serving.offlineReplicas()).setEligibleLeaderReplicas(List.of())
            .setLastKnownElr(List.of());
    }
}
