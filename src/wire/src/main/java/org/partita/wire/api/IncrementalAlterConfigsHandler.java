package org.partita.wire.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.IncrementalAlterConfigsRequestData.AlterConfigsResource;
import org.apache.kafka.common.message.IncrementalAlterConfigsRequestData.AlterableConfig;
import org.apache.kafka.common.message.IncrementalAlterConfigsResponseData;
import org.apache.kafka.common.message.IncrementalAlterConfigsResponseData.AlterConfigsResourceResponse;
import org.apache.kafka.common.requests.IncrementalAlterConfigsRequest;
import org.apache.kafka.common.requests.IncrementalAlterConfigsResponse;

import org.partita.core.broker.TopicChange;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicName;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** Changes settings of topics, each topic as a whole or not at all, or only says whether it would. */
final class IncrementalAlterConfigsHandler implements ApiHandler<IncrementalAlterConfigsRequest> {
    private final ServedBroker served;

    IncrementalAlterConfigsHandler(ServedBroker served) {
        this.served = served;
    }

    /** What is to be changed. */
    private record Resource(byte type, String name) {
    }

    @Override
    public CompletionStage<IncrementalAlterConfigsResponse> answer(IncrementalAlterConfigsRequest request) {
        Map<Resource, List<AlterConfigsResource>> asked = new HashMap<>();
        List<Resource> inOrder = new ArrayList<>();
        for (AlterConfigsResource each : request.data().resources()) {
            Resource resource = new Resource(each.resourceType(), each.resourceName());
            if (!asked.containsKey(resource)) inOrder.add(resource);
            asked.computeIfAbsent(resource, first -> new ArrayList<>()).add(each);
        }
        List<CompletionStage<AlterConfigsResourceResponse>> results = new ArrayList<>();
        inOrder.forEach(each -> results.add(result(each, asked.get(each), request.data().validateOnly())));
        return Stages.all(results).thenApply(all -> new IncrementalAlterConfigsResponse(
            new IncrementalAlterConfigsResponseData().setResponses(all)));
    }

    private CompletionStage<AlterConfigsResourceResponse> result(Resource resource, List<AlterConfigsResource> asked,
                                                                 boolean validateOnly) {
        return Stages.outcome(() -> changed(asked, validateOnly), done -> new AlterConfigsResourceResponse(),
            failure -> new AlterConfigsResourceResponse().setErrorCode(ErrorCodes.of(failure).code())
                .setErrorMessage(ErrorCodes.message(failure)))
            .thenApply(each -> each.setResourceType(resource.type()).setResourceName(resource.name()));
    }

    private CompletionStage<TopicMetadata> changed(List<AlterConfigsResource> asked, boolean validateOnly) {
        if (asked.size() > 1) {
            throw new InvalidRequestException("The topic is in the request " + asked.size() + " times.");
        }
        TopicChange change = change(asked.get(0));
        if (!validateOnly) return served.broker().changeTopic(change).thenApply(status -> status.topic());
        TopicMetadata topic = served.broker().metadata().topic(change.topic())
            .orElseThrow(() -> new TopicNotFoundException(change.topic()));
        return CompletableFuture.completedStage(
            topic.with(topic.config().with(change.config(), change.resets())));
    }

    private static TopicChange change(AlterConfigsResource asked) {
        if (ConfigResource.Type.forId(asked.resourceType()) != ConfigResource.Type.TOPIC) {
            throw new InvalidRequestException("Only the settings of topics can be changed. Those of a broker are "
                + "changed where it is started.");
        }
        Map<String, String> values = new HashMap<>();
        Set<String> resets = new HashSet<>();
        for (AlterableConfig each : asked.configs()) {
            if (values.containsKey(each.name()) || resets.contains(each.name())) {
                throw new InvalidRequestException("A setting is in the request twice. Give each key once.");
            }
            OpType operation = OpType.forId(each.configOperation());
            if (operation == OpType.DELETE) {
                resets.add(each.name());
            } else if (operation == OpType.SET && each.value() != null) {
                values.put(each.name(), each.value());
            } else {
                throw new InvalidRequestException("A setting is set to a value, or deleted to have its default again; "
                    + "nothing else can be done to it. No setting that there is is a list.");
            }
        }
        return TopicChange.ofConfig(TopicName.requireValid(asked.resourceName()), values, resets);
    }
}
