package org.partita.web.fetch;

import static java.util.Objects.requireNonNull;
import static org.partita.web.problem.ProblemException.invalid;

import java.util.Set;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import org.partita.broker.BrokerState;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;
import org.partita.web.http.BrokerAccess;
import org.partita.web.http.QueryParameters;
import org.partita.web.metrics.RequestMeter;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;
import org.partita.web.problem.Problems;

/** Reads messages of one partition. */
@Dependent
@Path("topics/{topic}/partitions/{partition}/messages")
@Produces(MediaType.APPLICATION_JSON)
public class FetchResource {
    private static final int DEFAULT_MESSAGES = 500;
    private static final int MAX_MESSAGES = 10_000;
    private static final int DEFAULT_BYTES = 1 << 20;
    private static final int MAX_BYTES = 16 << 20;
    private static final int MAX_WAIT_MILLIS = 25_000;

    private static final long MESSAGE_BYTES = 100;
    private static final long HEADER_BYTES = 100;

    private final BrokerAccess access;
    private final RequestMeter meter;

    @Inject
    public FetchResource(BrokerAccess access, RequestMeter meter) {
        this.access = requireNonNull(access, "access");
        this.meter = requireNonNull(meter, "meter");
    }

    @GET
    public CompletionStage<Response> fetch(@PathParam("topic") String topic, @PathParam("partition") String partition,
                                           @Context UriInfo uri) {
        long startNanos = meter.nowNanos();
        QueryParameters query = QueryParameters.of(uri,
            Set.of("offset", "limit", "maxBytes", "minBytes", "waitMs"));
        int number = partition(partition);
        int maxBytes = query.integer("maxBytes", DEFAULT_BYTES, 1, MAX_BYTES);
        long waitMillis = query.integer("waitMs", 0, 0, MAX_WAIT_MILLIS);
        FetchRequest request = new FetchRequest(topic, number, startAt(query),
            query.integer("limit", DEFAULT_MESSAGES, 1, MAX_MESSAGES), maxBytes,
            query.integer("minBytes", 1, 0, maxBytes), waitMillis);
        BrokerState.Ready ready = access.ready();
        return ready.broker().fetch(request)
            .thenCompose(result -> ready.answers().answer(sizeBytes(result),
                () -> FetchAnswer.page(topic, number, result)))
            .whenComplete((response, failure) -> meter.fetched(startNanos, waitMillis > 0, failure == null));
    }

    @GET
    @Path("{offset}")
    public CompletionStage<Response> message(@PathParam("topic") String topic, @PathParam("partition") String partition,
                                             @PathParam("offset") String offset, @Context UriInfo uri) {
        QueryParameters.of(uri, Set.of());
        int number = partition(partition);
        long wanted = QueryParameters.parse("offset", offset, 0, Long.MAX_VALUE);
        FetchRequest request = new FetchRequest(topic, number, new StartAt.Offset(wanted), 1, 1, 0, 0);
        BrokerState.Ready ready = access.ready();
        return ready.broker().fetch(request)
            .handle((result, failure) -> failure == null ? result : orNotFound(failure, wanted))
            .thenCompose(result -> ready.answers().answer(sizeBytes(result),
                () -> one(topic, number, wanted, result)));
    }

    /** What the messages hold of the heap, about. */
    private static long sizeBytes(FetchResult result) {
        return result.records().stream().mapToLong(FetchResource::sizeBytes).sum();
    }

    private static long sizeBytes(LogRecord message) {
        long headerBytes = message.headers().stream()
            .mapToLong(header -> HEADER_BYTES + header.value().sizeBytes()).sum();
        return MESSAGE_BYTES + message.key().sizeBytes() + message.value().sizeBytes() + headerBytes;
    }

    private static int partition(String text) {
        return Math.toIntExact(QueryParameters.parse("partition", text, 0, Integer.MAX_VALUE));
    }

    private static StartAt startAt(QueryParameters query) {
        String text = query.text("offset").orElseThrow(() -> invalid("offset",
            "'offset' is required: a number, earliest or latest."));
        return switch (text) {
            case "earliest" -> new StartAt.Earliest();
            case "latest" -> new StartAt.Latest();
            default -> new StartAt.Offset(QueryParameters.parse("offset", text, 0, Long.MAX_VALUE));
        };
    }

    private static Response one(String topic, int partition, long wanted, FetchResult result) {
        return result.records().stream().filter(message -> message.offset() == wanted).findFirst()
            .map(message -> FetchAnswer.one(topic, partition, message))
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
