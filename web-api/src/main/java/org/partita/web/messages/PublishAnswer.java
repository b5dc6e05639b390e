package org.partita.web.messages;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.json.bind.annotation.JsonbPropertyOrder;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishOutcome.Failed;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.web.json.JsonBinding;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;
import org.partita.web.problem.Problems;

/** What a publish is answered with. */
final class PublishAnswer {
    private static final String REPLAYED = "Idempotency-Replayed";

    private final String topic;
    private final URI base;

    /** @param base of the API, absolute */
    PublishAnswer(String topic, URI base) {
        this.topic = requireNonNull(topic, "topic");
        this.base = requireNonNull(base, "base");
    }

    Response single(PublishOutcome outcome) {
        if (outcome instanceof Failed failed) throw failed.cause();
        Stored stored = (Stored) outcome;
        return created(new Receipt(topic, stored.partition(), stored.offset(), stored.timestampMillis(),
            Acks.text(stored.acks()), stored.replicas(), stored.flushed()),
            stored.replayed()).location(location(stored)).build();
    }

    Response batch(List<PublishOutcome> outcomes) {
        return batch(outcomes, "");
    }

    /** @param remark a sentence that is added if not all are stored */
    Response batch(List<PublishOutcome> outcomes, String remark) {
        List<Object> results = new ArrayList<>(outcomes.size());
        List<ErrorCode> errors = new ArrayList<>();
        for (PublishOutcome outcome : outcomes) {
            if (outcome instanceof Stored stored) results.add(new Place(stored.partition(), stored.offset()));
            else results.add(error((Failed) outcome, errors));
        }
        if (errors.isEmpty()) {
            boolean replayed = outcomes.stream().allMatch(each -> ((Stored) each).replayed());
            return created(new Results(results), replayed).build();
        }
        ErrorCode worst = errors.stream().max(Comparator.comparingInt(ErrorCode::severity)).orElseThrow();
        return Problem.batchIncomplete(worst, errors.size() + " of " + outcomes.size() + " messages are not known to "
            + "be stored; results has the place or the error of each, in request order." + remark, results)
            .toResponse(retryAfterSeconds(outcomes));
    }

    /** The longest any of the failures asks for. */
    private static long retryAfterSeconds(List<PublishOutcome> outcomes) {
        return outcomes.stream().filter(Failed.class::isInstance)
            .mapToLong(each -> Problems.retryAfterSeconds(((Failed) each).cause())).max().orElseThrow();
    }

    private static Map<String, Object> error(Failed failed, List<ErrorCode> errors) {
        errors.add(Problems.codeOf(failed.cause()));
        Problem problem = Problems.of(failed.cause());
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", problem.code());
        error.put("status", problem.status());
        error.put("detail", problem.detail());
        return Map.of("error", error);
    }

    /** Whether every message is stored. */
    static boolean isComplete(Response answer) {
        return answer.getStatus() == Response.Status.CREATED.getStatusCode();
    }

    private static Response.ResponseBuilder created(Object answer, boolean replayed) {
        Response.ResponseBuilder created = Response.status(Response.Status.CREATED).type(MediaType.APPLICATION_JSON)
            .header(HttpHeaders.CACHE_CONTROL, "no-store").entity(JsonBinding.write(answer));
        return replayed ? created.header(REPLAYED, true) : created;
    }

    private URI location(Stored stored) {
        // Of a topic that is there: no character of its name has to be escaped.
        return URI.create(base + "topics/" + topic + "/partitions/" + stored.partition() + "/messages/"
            + stored.offset());
    }

    /** Answer to one message. */
    @JsonbPropertyOrder({"topic", "partition", "offset", "timestampMs", "acks", "replicas", "flushed"})
    public record Receipt(String topic, int partition, long offset, long timestampMs, String acks, int replicas,
                          boolean flushed) {
    }

    /** Answer to a batch of which every message is stored. */
    public record Results(List<Object> results) {
    }

    /** Where one message of a batch went. */
    @JsonbPropertyOrder({"partition", "offset"})
    public record Place(int partition, long offset) {
    }
}
