package org.partita.wire.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.DeleteTopicsRequestData.DeleteTopicState;
import org.apache.kafka.common.message.DeleteTopicsResponseData;
import org.apache.kafka.common.message.DeleteTopicsResponseData.DeletableTopicResult;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.DeleteTopicsRequest;
import org.apache.kafka.common.requests.DeleteTopicsResponse;

import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** Deletes topics, each for itself, by their names or ids. */
final class DeleteTopicsHandler implements ApiHandler<DeleteTopicsRequest> {
    private final ServedBroker served;

    DeleteTopicsHandler(ServedBroker served) {
        this.served = served;
    }

    @Override
    public CompletionStage<DeleteTopicsResponse> answer(DeleteTopicsRequest request) {
        Map<Uuid, String> names = namesById(request);
        // Twice the same, by its name or its id, is once: the second could only be told that it is gone.
        Map<Object, DeleteTopicState> asked = new LinkedHashMap<>();
        for (DeleteTopicState each : request.topics()) {
            String name = each.name() == null ? names.get(each.topicId()) : each.name();
            asked.putIfAbsent(name == null ? each.topicId() : name, each);
        }
        List<CompletionStage<DeletableTopicResult>> results = new ArrayList<>();
        asked.values().forEach(each -> results.add(result(each, names)));
        return Stages.all(results).thenApply(all -> {
            DeleteTopicsResponseData data = new DeleteTopicsResponseData();
            data.responses().addAll(all);
            return new DeleteTopicsResponse(data);
        });
    }

    private Map<Uuid, String> namesById(DeleteTopicsRequest request) {
        Map<Uuid, String> names = new LinkedHashMap<>();
        if (request.topics().stream().allMatch(each -> each.topicId().equals(Uuid.ZERO_UUID))) return names;
        for (TopicMetadata each : served.broker().metadata().topics().values()) {
            names.put(TopicIds.of(each.id()), each.name());
        }
        return names;
    }

    private CompletionStage<DeletableTopicResult> result(DeleteTopicState asked, Map<Uuid, String> names) {
        return Stages.outcome(() -> deleted(asked),
            done -> new DeletableTopicResult().setName(asked.name() == null ? names.get(asked.topicId()) : asked.name())
                .setTopicId(asked.topicId()),
            failure -> new DeletableTopicResult().setName(asked.name()).setTopicId(asked.topicId())
                .setErrorCode(error(asked, failure).code()).setErrorMessage(ErrorCodes.message(failure)));
    }

    private CompletionStage<Void> deleted(DeleteTopicState asked) {
        boolean byId = !asked.topicId().equals(Uuid.ZERO_UUID);
        if (byId == (asked.name() != null)) {
            throw new InvalidRequestException("A topic is deleted by its name or by its id. Give one of them.");
        }
        return byId ? served.broker().deleteTopic(TopicIds.of(asked.topicId()))
            : served.broker().deleteTopic(asked.name());
    }

    private static Errors error(DeleteTopicState asked, Throwable failure) {
        boolean unknownId = asked.name() == null && failure instanceof TopicNotFoundException;
        return unknownId ? Errors.UNKNOWN_TOPIC_ID : ErrorCodes.of(failure);
    }
}
