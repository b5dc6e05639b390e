package org.partita.wire.api;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsTopic;
import org.apache.kafka.common.message.CreatePartitionsResponseData;
import org.apache.kafka.common.message.CreatePartitionsResponseData.CreatePartitionsTopicResult;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.CreatePartitionsRequest;
import org.apache.kafka.common.requests.CreatePartitionsResponse;

import org.partita.core.metadata.TopicMetadata;
import org.partita.wire.protocol.ApiHandler;

/** Refuses: more partitions would send keys to others than those that hold them so far. */
final class CreatePartitionsHandler implements ApiHandler<CreatePartitionsRequest> {
    private final ServedBroker served;

    CreatePartitionsHandler(ServedBroker served) {
        this.served = served;
    }

    @Override
    public CompletionStage<CreatePartitionsResponse> answer(CreatePartitionsRequest request) {
        List<CreatePartitionsTopicResult> results = new ArrayList<>();
        for (CreatePartitionsTopic each : request.data().topics()) {
            results.add(served.broker().metadata().topic(each.name()).map(CreatePartitionsHandler::refused)
                .orElseGet(() -> unknown(each.name())));
        }
        return CompletableFuture.completedStage(
            new CreatePartitionsResponse(new CreatePartitionsResponseData().setResults(results)));
    }

    private static CreatePartitionsTopicResult refused(TopicMetadata topic) {
        return new CreatePartitionsTopicResult().setName(topic.name())
            .setErrorCode(Errors.INVALID_PARTITIONS.code())
            .setErrorMessage("Topic " + topic.name() + " has " + topic.partitions() + " partitions. Their number "
                + "cannot be changed in this version: create another topic.");
    }

    private static CreatePartitionsTopicResult unknown(String name) {
        return new CreatePartitionsTopicResult().setName(name)
            .setErrorCode(Errors.UNKNOWN_TOPIC_OR_PARTITION.code())
            .setErrorMessage("There is no such topic. Create it with as many partitions as it shall have.");
    }
}
