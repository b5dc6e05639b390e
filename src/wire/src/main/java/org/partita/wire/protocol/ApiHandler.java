package org.partita.wire.protocol;

import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;

/**
 * Answers the requests of one API. Called on event loops, so it never blocks.
 *
 * @param <R> its requests
 */
@FunctionalInterface
public interface ApiHandler<R extends AbstractRequest> {
    /**
     * The answer. A failure, thrown or of the stage, becomes the error of everything that was asked for: see
     * {@link ErrorCodes}.
     */
    CompletionStage<? extends AbstractResponse> answer(R request);
}
