package org.partita.wire.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidReplicaAssignmentException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfig;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.common.message.CreateTopicsResponseData.CreatableTopicResult;
import org.apache.kafka.common.requests.CreateTopicsRequest;
import org.apache.kafka.common.requests.CreateTopicsResponse;

import org.partita.core.broker.NewTopic;
import org.partita.core.metadata.TopicMetadata;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** Creates topics, each for itself, or only says whether it would. */
final class CreateTopicsHandler implements ApiHandler<CreateTopicsRequest> {
    private final ServedBroker served;

    CreateTopicsHandler(ServedBroker served) {
        this.served = served;
    }

    @Override
    public CompletionStage<CreateTopicsResponse> answer(CreateTopicsRequest request) {
        Map<String, Integer> mentions = new HashMap<>();
        for (CreatableTopic each : request.data().topics()) mentions.merge(each.name(), 1, Integer::sum);
        List<CompletionStage<CreatableTopicResult>> results = new ArrayList<>();
        for (CreatableTopic each : request.data().topics()) {
            int times = mentions.getOrDefault(each.name(), 0);
            if (times > 0) results.add(result(each, times, request.data().validateOnly()));
            mentions.remove(each.name());
        }
        return Stages.all(results).thenApply(all -> {
            CreateTopicsResponseData data = new CreateTopicsResponseData();
            data.topics().addAll(all);
            return new CreateTopicsResponse(data);
        });
    }

    private CompletionStage<CreatableTopicResult> result(CreatableTopic asked, int times, boolean validateOnly) {
        return Stages.outcome(() -> {
            if (times > 1) throw new InvalidRequestException("The topic is in the request " + times + " times.");
            NewTopic wish = wish(asked);
            if (validateOnly) return served.broker().tryCreation(wish).thenApply(CreateTopicsHandler::planned);
            return served.broker().createTopic(wish).thenApply(status -> created(status.topic()));
        }, created -> created, failure -> new CreatableTopicResult().setName(asked.name())
            .setErrorCode(ErrorCodes.of(failure).code()).setErrorMessage(ErrorCodes.message(failure)));
    }

    private static NewTopic wish(CreatableTopic asked) {
        if (!asked.assignments().isEmpty()) {
            throw new InvalidReplicaAssignmentException("Replicas cannot be assigned by hand in this version. Say how "
                + "many partitions and replicas the topic shall have.");
        }
        Map<String, String> config = new HashMap<>();
        for (CreatableTopicConfig each : asked.configs()) {
            boolean alone = each.value() != null && config.put(each.name(), each.value()) == null;
            if (!alone) {
                throw new InvalidConfigurationException("A setting of the topic has no value, or two. Give each key "
                    + "once and with a value.");
            }
        }
        return new NewTopic(asked.name(), asked.numPartitions(), asked.replicationFactor(), config);
    }

    private static CreatableTopicResult planned(TopicMetadata topic) {
        return created(topic).setTopicId(Uuid.ZERO_UUID);
    }

    private static CreatableTopicResult created(TopicMetadata topic) {
        return new CreatableTopicResult().setName(topic.name()).setTopicId(TopicIds.of(topic.id()))
            .setNumPartitions(topic.partitions()).setReplicationFactor((short) topic.replicationFactor())
            .setConfigs(TopicSettings.created(topic.config()));
    }
}
