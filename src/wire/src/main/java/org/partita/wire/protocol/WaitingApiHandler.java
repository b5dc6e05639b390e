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
    /**
     * The stage does not fail later than this call: nobody has the request then, of which the answer to a failure would
     * be made. Should it all the same, the connection is closed.
     *
     * @param request not to be kept: of the memory it takes nothing is counted while it waits
     * @param hurry completes when the stage is to complete with what there is
     */
    CompletionStage<? extends AbstractResponse> answer(R request, CompletionStage<Void> hurry);
}
