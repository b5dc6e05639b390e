package org.partita.wire.api.produce;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.errors.InvalidRequiredAcksException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnsupportedCompressionTypeException;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;

import org.partita.core.broker.AckPolicy;
import org.partita.core.metadata.TopicRef;
import org.partita.core.produce.Produced;
import org.partita.core.record.Compression;
import org.partita.wire.api.ServedBroker;
import org.partita.wire.api.Stages;
import org.partita.wire.api.TopicIds;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** Appends batches, each for itself: by the name of its topic, from version 13 on by the id. */
public final class ProduceHandler implements ApiHandler<ProduceRequest> {
    private static final short FIRST_VERSION_WITH_IDS = 13;
    private static final short FIRST_VERSION_WITH_ZSTD = 7;
    private static final short ALL = -1;
    private static final short LEADER = 1;
    private static final long NONE = -1;
    /** Shorter than a listener waits for an answer. */
    private static final int MAX_TIMEOUT_MILLIS = 100_000;
    /** Of the low byte of the attributes, in a batch. */
    private static final int ATTRIBUTES_POSITION = 22;
    private static final int COMPRESSION_MASK = 7;

    private final ServedBroker served;
    private final TopicsById topics;

    public ProduceHandler(ServedBroker served) {
        this.served = requireNonNull(served, "served");
        this.topics = new TopicsById(served.broker());
    }

    /** The batches of a topic, in the order in which they came. */
    private record Answers(TopicProduceData topic, CompletionStage<List<PartitionProduceResponse>> partitions) {
    }

    @Override
    public CompletionStage<ProduceResponse> answer(ProduceRequest request) {
        requireServed(request);
        List<Answers> answers = new ArrayList<>();
        for (TopicProduceData topic : request.data().topicData()) {
            List<CompletionStage<PartitionProduceResponse>> partitions = new ArrayList<>();
            for (PartitionProduceData each : topic.partitionData()) partitions.add(produced(request, topic, each));
            answers.add(new Answers(topic, Stages.all(partitions)));
        }
        return Stages.all(answers.stream().map(each -> each.partitions().thenApply(all ->
            new TopicProduceResponse().setName(each.topic().name()).setTopicId(each.topic().topicId())
                .setPartitionResponses(all))).toList()).thenApply(ProduceHandler::response);
    }

    private static ProduceResponse response(List<TopicProduceResponse> topics) {
        ProduceResponseData data = new ProduceResponseData();
        data.responses().addAll(topics);
        return new ProduceResponse(data);
    }

    private static void requireServed(ProduceRequest request) {
        short acks = request.acks();
        if (acks != 0 && acks != LEADER && acks != ALL) {
            throw new InvalidRequiredAcksException("acks " + acks + " found, 0, 1 or -1 expected.");
        }
        if (request.transactionalId() != null) {
            throw new TransactionalIdAuthorizationException("This version has no transactions: leave "
                + "transactional.id out.");
        }
    }

    private CompletionStage<PartitionProduceResponse> produced(ProduceRequest request, TopicProduceData topic,
                                                               PartitionProduceData asked) {
        return Stages.outcome(() -> served.broker().produce(wish(request, topic, asked)),
            stored -> stored(asked.index(), stored), failure -> failed(asked.index(), failure));
    }

    private org.partita.core.produce.ProduceRequest wish(ProduceRequest request, TopicProduceData topic,
                                                         PartitionProduceData asked) {
        AckPolicy acks = request.acks() == ALL ? AckPolicy.ALL : AckPolicy.LEADER;
        int timeoutMillis = Math.min(MAX_TIMEOUT_MILLIS, Math.max(1, request.timeout()));
        return new org.partita.core.produce.ProduceRequest(topicRef(request, topic), asked.index(),
            batch(request, asked), acks, timeoutMillis);
    }

    private TopicRef topicRef(ProduceRequest request, TopicProduceData topic) {
        if (request.version() < FIRST_VERSION_WITH_IDS) return TopicRef.named(topic.name());
        return topics.find(TopicIds.of(topic.topicId())).orElseThrow(() ->
            new UnknownTopicIdException("There is no topic with the id " + topic.topicId() + "."));
    }

    private static ByteBuffer batch(ProduceRequest request, PartitionProduceData asked) {
        if (asked.records() == null) return ByteBuffer.allocate(0);
        ByteBuffer batch = ((MemoryRecords) asked.records()).buffer();
        boolean zstd = batch.remaining() > ATTRIBUTES_POSITION
            && (batch.get(batch.position() + ATTRIBUTES_POSITION) & COMPRESSION_MASK) == Compression.ZSTD.id();
        if (zstd && request.version() < FIRST_VERSION_WITH_ZSTD) {
            throw new UnsupportedCompressionTypeException("Produce before version " + FIRST_VERSION_WITH_ZSTD
                + " takes no batches that are compressed with zstd.");
        }
        return batch;
    }

    private static PartitionProduceResponse stored(int partition, Produced stored) {
        return new PartitionProduceResponse().setIndex(partition).setBaseOffset(stored.where().baseOffset())
            .setLogAppendTimeMs(stored.where().appendMillis().orElse(NONE))
            .setLogStartOffset(stored.logStartOffset());
    }

    private static PartitionProduceResponse failed(int partition, Throwable failure) {
        return new PartitionProduceResponse().setIndex(partition).setErrorCode(ErrorCodes.of(failure).code())
            .setBaseOffset(NONE).setErrorMessage(ErrorCodes.message(failure));
    }
}
