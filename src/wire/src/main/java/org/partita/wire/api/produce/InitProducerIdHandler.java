package org.partita.wire.api.produce;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.InitProducerIdResponse;

import org.partita.core.producer.ProducerIdentity;
import org.partita.wire.api.ServedBroker;
import org.partita.wire.protocol.ApiHandler;

/** Gives ids to idempotent producers, and later epochs to those that have one. */
public final class InitProducerIdHandler implements ApiHandler<InitProducerIdRequest> {
    private static final long NO_ID = -1;
    private static final short NO_EPOCH = -1;

    private final ServedBroker served;

    public InitProducerIdHandler(ServedBroker served) {
        this.served = requireNonNull(served, "served");
    }

    @Override
    public CompletionStage<InitProducerIdResponse> answer(InitProducerIdRequest request) {
        return identity(request.data()).thenApply(given -> new InitProducerIdResponse(new InitProducerIdResponseData()
            .setProducerId(given.id()).setProducerEpoch(given.epoch())));
    }

    private CompletionStage<ProducerIdentity> identity(InitProducerIdRequestData asked) {
        if (asked.transactionalId() != null) {
            throw new TransactionalIdAuthorizationException("This version has no transactions: leave "
                + "transactional.id out.");
        }
        if (asked.producerId() == NO_ID && asked.producerEpoch() == NO_EPOCH) return served.broker().createProducer();
        if (asked.producerId() < 0 || asked.producerEpoch() < 0) {
            throw new InvalidRequestException("Producer id " + asked.producerId() + " with epoch "
                + asked.producerEpoch() + " found. Give both, or neither.");
        }
        return served.broker().bumpProducer(new ProducerIdentity(asked.producerId(), asked.producerEpoch()));
    }
}
