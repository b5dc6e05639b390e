package org.partita.web.messages;

import static java.util.Objects.requireNonNull;
import static org.partita.web.problem.ProblemException.invalid;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.Broker;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.idempotency.IdempotencyKey;
import org.partita.web.http.BrokerAccess;
import org.partita.web.http.QueryParameters;
import org.partita.web.http.RequestBody;
import org.partita.web.metrics.RequestMeter;

/** Publishes one message or a batch. */
@Dependent
@Path("topics/{topic}/messages")
@Produces(MediaType.APPLICATION_JSON)
public class PublishResource {
    private static final long DEFAULT_TIMEOUT_MILLIS = 10_000;
    private static final long MAX_TIMEOUT_MILLIS = 25_000;

    private final BrokerAccess access;
    private final RequestBody bodies;
    private final RequestMeter meter;

    @Inject
    public PublishResource(BrokerAccess access, RequestBody bodies, RequestMeter meter) {
        this.access = requireNonNull(access, "access");
        this.bodies = requireNonNull(bodies, "bodies");
        this.meter = requireNonNull(meter, "meter");
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> publish(@PathParam("topic") String topic, @Context UriInfo uri,
                                             @Context HttpHeaders headers, InputStream content) throws IOException {
        long startNanos = meter.nowNanos();
        QueryParameters query = QueryParameters.of(uri, Set.of("acks", "timeoutMs"));
        AckPolicy acks = query.text("acks").map(Acks::parse).orElse(AckPolicy.QUORUM);
        long timeoutMillis = query.integer("timeoutMs", DEFAULT_TIMEOUT_MILLIS, 1, MAX_TIMEOUT_MILLIS);
        IdempotencyKey key = idempotencyKey(headers);
        Broker broker = access.ready().broker();
        PublishAnswer answer = new PublishAnswer(topic, uri.getBaseUri());
        return bodies.readJson(headers, content)
            .heldDuring(bytes -> {
                PublishBody body = PublishBody.parse(bytes);
                return broker.publish(new PublishRequest(topic, body.messages(), acks, timeoutMillis, key))
                    .thenApply(outcomes -> answer(answer, body, outcomes));
            })
            .whenComplete((response, failure) -> meter.published(startNanos, failure == null));
    }

    private static IdempotencyKey idempotencyKey(HttpHeaders headers) {
        List<String> given = headers.getRequestHeader(IdempotencyKey.FIELD);
        if (given == null || given.isEmpty()) return IdempotencyKey.NONE;
        if (given.size() > 1) throw invalid(IdempotencyKey.FIELD, "'Idempotency-Key' is given twice.");
        return IdempotencyKey.parse(given.get(0));
    }

    private static Response answer(PublishAnswer answer, PublishBody body, List<PublishOutcome> outcomes) {
        return body.batch() ? answer.batch(outcomes) : answer.single(outcomes.get(0));
    }
}
