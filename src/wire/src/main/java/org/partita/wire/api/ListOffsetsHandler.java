package org.partita.wire.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsTopic;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsPartitionResponse;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsTopicResponse;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.ListOffsetsResponse;

import org.partita.core.broker.read.PartitionBounds;
import org.partita.core.broker.read.PartitionReader;
import org.partita.core.log.time.TimedOffset;
import org.partita.core.metadata.TopicRef;
import org.partita.wire.api.fetch.LeaderEpochs;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** Offsets of the log start, of the end that is readable, of the first record of a time, and of the newest. */
final class ListOffsetsHandler implements ApiHandler<ListOffsetsRequest> {
    private static final short FIRST_VERSION_WITH_EPOCHS = 4;
    private static final short FIRST_VERSION_WITH_NEWEST = 7;
    private static final short FIRST_VERSION_WITH_LOCAL = 8;
    private static final short FIRST_VERSION_WITH_TIERED = 9;

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
        List<CompletionStage<ListOffsetsPartitionResponse>> partitions = new ArrayList<>();
        for (ListOffsetsPartition each : asked.partitions()) {
            TopicPartition partition = new TopicPartition(asked.name(), each.partitionIndex());
            boolean again = request.duplicatePartitions().contains(partition);
            partitions.add(Stages.outcome(() -> {
                if (again) throw new InvalidRequestException("The partition is in the request twice.");
                return offset(asked.name(), each, request.version());
            }, found -> found, failure -> answered(each).setErrorCode(ErrorCodes.of(failure).code())));
        }
        return Stages.all(partitions)
            .thenApply(all -> new ListOffsetsTopicResponse().setName(asked.name()).setPartitions(all));
    }

    private CompletionStage<ListOffsetsPartitionResponse> offset(String topic, ListOffsetsPartition asked,
                                                                short version) {
        PartitionReader reader = served.broker().reader(TopicRef.named(topic), asked.partitionIndex());
        PartitionBounds bounds = reader.bounds();
        LeaderEpochs.require(asked.currentLeaderEpoch(), bounds);
        boolean withEpoch = version >= FIRST_VERSION_WITH_EPOCHS;
        if (asked.timestamp() >= 0) return timed(asked, reader.firstNotOlder(asked.timestamp()), withEpoch);
        Meaning meaning = Meaning.of(asked.timestamp(), version);
        if (meaning == Meaning.NEWEST) return timed(asked, reader.newest(), withEpoch);
        return CompletableFuture.completedStage(meaning == Meaning.NONE ? answered(asked)
            : edge(asked, reader, bounds, meaning == Meaning.START, withEpoch));
    }

    private static ListOffsetsPartitionResponse edge(ListOffsetsPartition asked, PartitionReader reader,
                                                     PartitionBounds bounds, boolean start, boolean withEpoch) {
        int epoch = start ? reader.epochAt(bounds.logStartOffset()).orElse(LeaderEpochs.UNKNOWN)
            : bounds.leaderEpoch();
        return answered(asked).setOffset(start ? bounds.logStartOffset() : bounds.highWatermark())
            .setLeaderEpoch(withEpoch ? epoch : LeaderEpochs.UNKNOWN);
    }

    /** No message of that time is told by no offset. */
    private static CompletionStage<ListOffsetsPartitionResponse> timed(ListOffsetsPartition asked,
                                                                      CompletionStage<Optional<TimedOffset>> search,
                                                                      boolean withEpoch) {
        return search.thenApply(found -> found.map(record -> answered(asked).setOffset(record.offset())
            .setTimestamp(record.timestampMillis())
            .setLeaderEpoch(withEpoch ? record.leaderEpoch() : LeaderEpochs.UNKNOWN)).orElseGet(() -> answered(asked)));
    }

    /** Offset, time and epoch are unknown unless they are set; that of a record that was found is. */
    private static ListOffsetsPartitionResponse answered(ListOffsetsPartition asked) {
        return new ListOffsetsPartitionResponse().setPartitionIndex(asked.partitionIndex());
    }

    /** What times below 0 stand for. All of a log is here: its local start is its start, and nothing is elsewhere. */
    private enum Meaning {
        START, END, NEWEST, NONE;

        private static Meaning of(long timestamp, short version) {
            if (timestamp == ListOffsetsRequest.EARLIEST_TIMESTAMP) return START;
            if (timestamp == ListOffsetsRequest.LATEST_TIMESTAMP) return END;
            if (timestamp == ListOffsetsRequest.MAX_TIMESTAMP && version >= FIRST_VERSION_WITH_NEWEST) return NEWEST;
            if (timestamp == ListOffsetsRequest.EARLIEST_LOCAL_TIMESTAMP && version >= FIRST_VERSION_WITH_LOCAL) {
                return START;
            }
            if (timestamp == ListOffsetsRequest.LATEST_TIERED_TIMESTAMP && version >= FIRST_VERSION_WITH_TIERED) {
                return NONE;
            }
            throw new UnsupportedVersionException("Offsets are told of the log start (-2), of the end (-1) and of a "
                + "time (0 or more), from version 7 on of the newest record (-3), not of " + timestamp + ".");
        }
    }
}
