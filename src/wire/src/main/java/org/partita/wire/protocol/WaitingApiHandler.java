package org.partita.wire.protocol;

import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;

/**
 * As {@link ApiHandler}, for answers that may be a long time in coming.
 *
 * @param <R> its requests
 */
@FunctionalInterface
public interface WaitingApiHandler<R extends AbstractRequest> {
    /** @param clientGone completes if the client goes before it has its answer: the stage is to complete soon then */
    CompletionStage<? extends AbstractResponse> answer(R request, CompletionStage<Void> clientGone);
}
