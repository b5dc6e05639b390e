package org.partita.wire.api;

import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.requests.FindCoordinatorRequest;
import org.apache.kafka.common.requests.FindCoordinatorRequest.CoordinatorType;
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
        if (request.data().keyType() == CoordinatorType.TRANSACTION.id()) {
            throw new TransactionalIdAuthorizationException("Transactions are not served in this version: produce "
                + "without a transactional id.");
        }
        throw new UnsupportedVersionException("Consumer groups are not served in this version: assign partitions to "
            + "consumers.");
    }
}
