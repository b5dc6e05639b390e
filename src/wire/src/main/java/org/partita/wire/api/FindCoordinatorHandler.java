package org.partita.wire.api;

import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.requests.FindCoordinatorRequest;
import org.apache.kafka.common.requests.FindCoordinatorResponse;

import org.partita.wire.protocol.ApiHandler;

/**
 * Refuses for good, so that members of groups and producers of transactions fail at once instead of asking for ever.
 *
 * <p>librdkafka takes a broker that does not know this API for one that is too old for lz4.
 */
final class FindCoordinatorHandler implements ApiHandler<FindCoordinatorRequest> {
    @Override
    public CompletionStage<FindCoordinatorResponse> answer(FindCoordinatorRequest request) {
        throw new UnsupportedVersionException("Consumer groups and transactions are not served in this version: assign "
            + "partitions to consumers, and produce without a transactional id.");
    }
}
