package org.partita.web.fetch;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import org.partita.broker.BrokerState;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;
import org.partita.storage.BrokerException;
import org.partita.web.http.BodyLines;
import org.partita.web.http.BrokerAccess;
import org.partita.web.http.OneInstance;
import org.partita.web.http.QueryParameters;
import org.partita.web.http.Refusals;
import org.partita.web.messages.ContentTypes;
import org.partita.web.metrics.RequestMeter;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;
import org.partita.web.problem.ProblemException;
import org.partita.web.problem.Problems;

/** Reads messages of one partition. */
@OneInstance
@Path("topics/{topic}/partitions/{partition}/messages")
public class FetchResource {
    private static final int DEFAULT_MESSAGES = 500;
    private static final int MAX_MESSAGES = 10_000;
    private static final int DEFAULT_BYTES = 1 << 20;
    private static final int MAX_BYTES = 16 << 20;
    private static final int MAX_WAIT_MILLIS = 25_000;

    private final BrokerAccess access;
    private final RequestMeter meter;
    private final Refusals refusals;

    @Inject
    public FetchResource(BrokerAccess access, RequestMeter meter, Refusals refusals) {
        this.access = requireNonNull(access, "access");
        this.meter = requireNonNull(meter, "meter");
        this.refusals = requireNonNull(refusals, "refusals");
    }

    /** Without a return value, as all of this path: JAX-RS prefers those to methods with one, whatever qs says. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public void page(@PathParam("topic") String topic, @PathParam("partition") String partition, @Context UriInfo uri,
                     @Suspended AsyncResponse answer) {
        FetchRequest request = request(topic, partition, uri);
        fetch(request, result -> FetchAnswer.page(topic, request.partition(), result), answer);
    }

    @GET
    @Produces(BodyLines.MEDIA_TYPE + ";qs=0.9")
    public void lines(@PathParam("topic") String topic, @PathParam("partition") String partition, @Context UriInfo uri,
                      @Suspended AsyncResponse answer) {
        fetch(request(topic, partition, uri), FetchAnswer::lines, answer);
    }

    @GET
    @Path("{offset}")
    @Produces({MediaType.APPLICATION_JSON, MediaType.APPLICATION_OCTET_STREAM + ";qs=0.9",
        ContentTypes.EVENT + ";qs=0.8"})
    public CompletionStage<Response> message(@PathParam("topic") String topic, @PathParam("partition") String partition,
                                             @PathParam("offset") String offset, @Context UriInfo uri,
                                             @Context HttpHeaders headers) {
        QueryParameters.of(uri, Set.of());
        int number = partition(partition);
        long wanted = QueryParameters.parse("offset", offset, 0, Long.MAX_VALUE);
        List<MediaType> acceptable = headers.getAcceptableMediaTypes();
        FetchRequest request = new FetchRequest(topic, number, new StartAt.Offset(wanted), 1, 1, 0, 0);
        BrokerState.Ready ready = access.ready();
        return ready.broker().fetch(request)
            .handle((result, failure) -> failure == null ? result : orNotFound(failure, wanted))
            .thenCompose(result -> ready.answers().answer(MessageSize.of(result),
                () -> MessageFormat.answer(acceptable, topic, number, one(wanted, result))));
    }

    private void fetch(FetchRequest request, Function<FetchResult, Response> writer, AsyncResponse answer) {
        long startNanos = meter.nowNanos();
        boolean waits = request.waitMillis() > 0;
        Consumer<Problem> unavailable = refusals.of(answer);
        BrokerState.Ready ready = access.ready();
        ready.broker().fetch(request)
            .thenCompose(result -> ready.answers().answer(MessageSize.of(result), () -> writer.apply(result)))
            .whenComplete((response, failure) -> {
                if (failure == null) {
                    meter.fetched(startNanos, waits, true);
                    answer.resume(response);
                } else {
                    fail(Problems.unwrap(failure), unavailable, answer);
                    meter.fetched(startNanos, waits, false);
                }
            });
    }

    /** That the broker stops is told past JAX-RS, which has ended before it; and so have the metrics. */
    private static void fail(Throwable cause, Consumer<Problem> unavailable, AsyncResponse answer) {
        if (cause instanceof BrokerException known && Problems.hasCode(known, ErrorCode.LEADER_UNAVAILABLE)) {
            unavailable.accept(Problems.of(known));
        } else {
            answer.resume(cause);
        }
    }

    private static FetchRequest request(String topic, String partition, UriInfo uri) {
        QueryParameters query = QueryParameters.of(uri, Set.of(FetchStart.OFFSET, FetchStart.TIMESTAMP, "limit",
            "maxBytes", "minBytes", "waitMs"));
        int number = partition(partition);
        int maxBytes = query.integer("maxBytes", DEFAULT_BYTES, 1, MAX_BYTES);
        return new FetchRequest(topic, number, FetchStart.of(query),
            query.integer("limit", DEFAULT_MESSAGES, 1, MAX_MESSAGES), maxBytes,
            query.integer("minBytes", 1, 0, maxBytes), query.integer("waitMs", 0, 0, MAX_WAIT_MILLIS));
    }

    private static int partition(String text) {
        return Math.toIntExact(QueryParameters.parse("partition", text, 0, Integer.MAX_VALUE));
    }

    private static LogRecord one(long wanted, FetchResult result) {
        return result.records().stream().filter(message -> message.offset() == wanted).findFirst()
            .orElseThrow(() -> notFound(wanted));
    }

    /** A message outside the log is one that does not exist; every other failure stays what it is. */
    private static FetchResult orNotFound(Throwable failure, long wanted) {
        Throwable cause = Problems.unwrap(failure);
        if (Problems.hasCode(cause, ErrorCode.OFFSET_OUT_OF_RANGE)) throw notFound(wanted);
        if (cause instanceof RuntimeException known) throw known;
        throw new IllegalStateException("fetch failed", cause);
    }

    private static ProblemException notFound(long offset) {
        return new ProblemException(ErrorCode.MESSAGE_NOT_FOUND, "There is no message at offset " + offset
            + ": not yet written, or removed by retention. Read with ?offset=earliest to see what there is.");
    }
}
