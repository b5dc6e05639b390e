package org.partita.wire.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseBroker;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponsePartition;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;

import org.partita.core.broker.NewTopic;
import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.metadata.TopicExistsException;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** Who leads what: of all topics, of some by name or, from version 12 on, by id. Creates topics if that is wished. */
final class MetadataHandler implements ApiHandler<MetadataRequest> {
    private static final short FIRST_VERSION_WITH_IDS = 12;
    /** In one request; the client asks for the others again. */
    private static final int MAX_CREATIONS = 100;

    private final ServedBroker served;

    MetadataHandler(ServedBroker served) {
        this.served = served;
    }

    @Override
    public CompletionStage<MetadataResponse> answer(MetadataRequest request) {
        return Stages.all(request.isAllTopics() ? all() : some(request))
            .thenApply(topics -> new MetadataResponse(data(topics), request.version()));
    }

    private MetadataResponseData data(List<MetadataResponseTopic> topics) {
        MetadataResponseData data = new MetadataResponseData().setClusterId(served.clusterId())
            .setControllerId(served.id());
        data.brokers().add(new MetadataResponseBroker().setNodeId(served.id()).setHost(served.host())
            .setPort(served.port()));
        data.topics().addAll(topics);
        return data;
    }

    private List<CompletionStage<MetadataResponseTopic>> all() {
        List<CompletionStage<MetadataResponseTopic>> topics = new ArrayList<>();
        for (TopicMetadata each : served.broker().metadata().topics().values()) topics.add(known(each));
        return topics;
    }

    private List<CompletionStage<MetadataResponseTopic>> some(MetadataRequest request) {
        Set<String> names = new LinkedHashSet<>();
        Set<Uuid> ids = new LinkedHashSet<>();
        for (MetadataRequestTopic each : request.data().topics()) {
            boolean byId = !each.topicId().equals(Uuid.ZERO_UUID);
            if (byId && request.version() < FIRST_VERSION_WITH_IDS || !byId && each.name() == null) {
                throw new InvalidRequestException("A topic is asked for by its name, or from version "
                    + FIRST_VERSION_WITH_IDS + " on by its id.");
            }
            if (byId) ids.add(each.topicId());
            else names.add(each.name());
        }
        boolean creates = request.allowAutoTopicCreation() && served.config().autoCreateTopics();
        List<CompletionStage<MetadataResponseTopic>> topics = byName(names, creates ? MAX_CREATIONS : 0, creates);
        topics.addAll(byId(ids));
        return topics;
    }

    private List<CompletionStage<MetadataResponseTopic>> byName(Set<String> names, int maxCreations, boolean creates) {
        List<CompletionStage<MetadataResponseTopic>> topics = new ArrayList<>();
        int creations = 0;
        for (String name : names) {
            boolean missing = creates && served.broker().metadata().topic(name).isEmpty();
            if (!missing) topics.add(named(name));
            else if (creations++ < maxCreations) topics.add(created(name));
            else topics.add(CompletableFuture.completedStage(failed(name, Errors.LEADER_NOT_AVAILABLE)));
        }
        return topics;
    }

    private List<CompletionStage<MetadataResponseTopic>> byId(Set<Uuid> ids) {
        List<CompletionStage<MetadataResponseTopic>> topics = new ArrayList<>();
        if (ids.isEmpty()) return topics;
        Map<UUID, TopicMetadata> known = new HashMap<>();
        for (TopicMetadata each : served.broker().metadata().topics().values()) known.put(each.id(), each);
        for (Uuid id : ids) {
            TopicMetadata found = known.get(TopicIds.of(id));
            topics.add(found == null ? CompletableFuture.completedStage(unknown(id)) : known(found));
        }
        return topics;
    }

    /** The topic, unless it has gone meanwhile or another has its name. */
    private CompletionStage<MetadataResponseTopic> known(TopicMetadata topic) {
        return Stages.outcome(() -> served.broker().topicStatus(topic.name()),
            status -> status.topic().id().equals(topic.id()) ? topic(status) : unknown(TopicIds.of(topic.id())),
            failure -> failure instanceof TopicNotFoundException ? unknown(TopicIds.of(topic.id()))
                : failed(topic.name(), ErrorCodes.of(failure)).setTopicId(TopicIds.of(topic.id())));
    }

    private CompletionStage<MetadataResponseTopic> named(String name) {
        return Stages.outcome(() -> served.broker().topicStatus(name), MetadataHandler::topic,
            failure -> failed(name, ErrorCodes.of(failure)));
    }

    private CompletionStage<MetadataResponseTopic> created(String name) {
        NewTopic wish = new NewTopic(name, NewTopic.DEFAULT, NewTopic.DEFAULT, Map.of());
        return Stages.outcome(() -> served.broker().createTopic(wish),
            status -> CompletableFuture.completedStage(topic(status)),
            failure -> failure instanceof TopicExistsException ? named(name)
                : CompletableFuture.completedStage(failed(name, ErrorCodes.of(failure)))).thenCompose(stage -> stage);
    }

    private static MetadataResponseTopic unknown(Uuid id) {
        return TopicRows.ofMetadata().setName(null).setTopicId(id).setErrorCode(Errors.UNKNOWN_TOPIC_ID.code());
    }

    private static MetadataResponseTopic failed(String name, Errors error) {
        return TopicRows.ofMetadata().setName(name).setErrorCode(error.code());
    }

    private static MetadataResponseTopic topic(TopicStatus status) {
        TopicMetadata topic = status.topic();
        return TopicRows.ofMetadata().setName(topic.name()).setTopicId(TopicIds.of(topic.id()))
            .setIsInternal(TopicIds.isInternal(topic.name()))
            .setPartitions(status.partitions().stream().map(MetadataHandler::partition).toList());
    }

    private static MetadataResponsePartition partition(PartitionStatus status) {
        PartitionServing serving = PartitionServing.of(status);
        return new MetadataResponsePartition().setPartitionIndex(status.partition())
            .setErrorCode(serving.error().code()).setLeaderId(status.leader()).setLeaderEpoch(status.leaderEpoch())
            .setReplicaNodes(status.replicas()).setIsrNodes(status.inSyncReplicas())
            .setOfflineReplicas(serving.offlineReplicas());
    }
}
