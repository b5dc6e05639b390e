package org.partita.web.messages;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

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

import org.partita.core.broker.Broker;
import org.partita.core.broker.PublishOutcome;
import org.partita.web.http.BodyLines;
import org.partita.web.http.BrokerAccess;
import org.partita.web.http.OneInstance;
import org.partita.web.http.QueryParameters;
import org.partita.web.http.RequestBody;
import org.partita.web.metrics.RequestMeter;

/** Publishes one message or a batch. */
@OneInstance
@Path("topics/{topic}/messages")
@Produces(MediaType.APPLICATION_JSON)
public class PublishResource {
    private final BrokerAccess access;
    private final RequestBody bodies;
    private final RequestMeter meter;

    @Inject
    public PublishResource(BrokerAccess access, RequestBody bodies, RequestMeter meter) {
        this.access = requireNonNull(access, "access");
        this.bodies = requireNonNull(bodies, "bodies");
        this.meter = requireNonNull(meter, "meter");
    }

    /** Takes every media type, so that the refusal of others can name those that are read. */
    @POST
    @Consumes(MediaType.WILDCARD)
    public CompletionStage<Response> publish(@PathParam("topic") String topic, @Context UriInfo uri,
                                             @Context HttpHeaders headers, InputStream content) throws IOException {
        long startNanos = meter.nowNanos();
        PublishAnswer answer = new PublishAnswer(topic, uri.getBaseUri());
        try {
            CompletionStage<Response> response = PublishFormat.isLines(headers)
                ? publishLines(topic, uri, headers, content, answer)
                : publishWhole(topic, uri, headers, content, answer);
            return response.whenComplete((done, failure) ->
                meter.published(startNanos, failure == null && PublishAnswer.isComplete(done)));
        } catch (IOException | RuntimeException refused) {
            meter.published(startNanos, false);
            throw refused;
        }
    }

    private CompletionStage<Response> publishWhole(String topic, UriInfo uri, HttpHeaders headers, InputStream content,
                                                   PublishAnswer answer) throws IOException {
        PublishFormat format = PublishFormat.of(headers);
        QueryParameters query = PublishCall.query(uri, format.parameters());
        PublishCall call = PublishCall.of(topic, headers, query);
        Broker broker = access.ready().broker();
        return bodies.read(headers, content).heldDuring(bytes -> {
            PublishBody body = format.read(bytes, headers, uri, query);
            return broker.publish(call.of(body.messages())).thenApply(outcomes -> answer(answer, body, outcomes));
        });
    }

    private CompletionStage<Response> publishLines(String topic, UriInfo uri, HttpHeaders headers, InputStream content,
                                                   PublishAnswer answer) throws IOException {
        PublishCall call = PublishCall.of(topic, headers, PublishCall.query(uri, Set.of()));
        Broker broker = access.ready().broker();
        try (BodyLines lines = bodies.lines(headers, content)) {
            return CompletableFuture.completedFuture(new LinesPublish(broker, call, lines).publish(answer));
        }
    }

    private static Response answer(PublishAnswer answer, PublishBody body, List<PublishOutcome> outcomes) {
        return body.batch() ? answer.batch(outcomes) : answer.single(outcomes.get(0));
    }
}
