package org.partita.wire.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.message.DeleteTopicsRequestData.DeleteTopicState;
import org.apache.kafka.common.message.DeleteTopicsResponseData;
import org.apache.kafka.common.message.DeleteTopicsResponseData.DeletableTopicResult;
import org.apache.kafka.common.requests.DeleteTopicsRequest;
import org.apache.kafka.common.requests.DeleteTopicsResponse;

import org.partita.core.metadata.TopicMetadata;
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
        return Stages.outcome(() -> served.broker().deleteTopic(name(asked, names)),
            done -> new DeletableTopicResult().setName(asked.name() == null ? names.get(asked.topicId()) : asked.name())
                .setTopicId(asked.topicId()),
            failure -> new DeletableTopicResult().setName(asked.name()).setTopicId(asked.topicId())
                .setErrorCode(ErrorCodes.of(failure).code()).setErrorMessage(ErrorCodes.message(failure)));
    }

    private static String name(DeleteTopicState asked, Map<Uuid, String> names) {
        boolean byId = !asked.topicId().equals(Uuid.ZERO_UUID);
        if (byId == (asked.name() != null)) {
            throw new InvalidRequestException("A topic is deleted by its name or by its id. Give one of them.");
        }
        if (!byId) return asked.name();
        String name = names.get(asked.topicId());
        if (name == null) throw new UnknownTopicIdException("There is no topic with the id " + asked.topicId() + ".");
        return name;
    }
}
