package org.partita.web.tail;

import static java.util.Objects.requireNonNull;
import static org.partita.web.problem.ProblemException.invalid;

import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;

import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.TopicStatus;
import org.partita.web.fetch.FetchStart;
import org.partita.web.http.QueryParameters;
import org.partita.web.stream.EventStreams;

/** Tails all partitions of a topic. */
@Dependent
@Path("topics/{topic}/messages")
public class TopicTailResource {
    private static final int MAX_PARTITIONS = 100;

    private final TailOpening tails;

    @Inject
    public TopicTailResource(TailOpening tails) {
        this.tails = requireNonNull(tails, "tails");
    }

    @GET
    @Produces(EventStreams.MEDIA_TYPE)
    public void tail(@PathParam("topic") String topic, @Context UriInfo uri, @Context HttpHeaders headers,
                     @Suspended AsyncResponse answer) {
        QueryParameters query = QueryParameters.of(uri, Set.of(FetchStart.OFFSET, FetchStart.TIMESTAMP));
        StartAt from = FetchStart.ofOptional(query).orElse(new StartAt.Latest());
        if (from instanceof StartAt.Offset) {
            throw invalid(FetchStart.OFFSET, "'offset' of a whole topic must be earliest or latest.");
        }
        Optional<String> lastEventId = TailOpening.lastEventId(headers);
        tails.open(topic, headers, answer, (status, source) -> plan(status, source, from, lastEventId));
    }

    private static TailOpening.Plan plan(TopicStatus status, TailSource source, StartAt from,
                                         Optional<String> lastEventId) {
        int partitions = status.partitions().size();
        if (partitions > MAX_PARTITIONS) {
            throw invalid("topic", "The topic has " + partitions + " partitions, and one tail at most "
                + MAX_PARTITIONS + "; tail its partitions one by one.");
        }
        TailStart start = new TailStart(status, source);
        if (lastEventId.isPresent()) {
            long[] next = TopicPlace.nextOffsets(lastEventId.get(), status.topic().id(), partitions);
            for (int partition = 0; partition < partitions; partition++) {
                // Partitions that are younger than the id were not read at all.
                start.with(partition, partition < next.length ? new StartAt.Offset(next[partition])
                    : new StartAt.Earliest());
            }
        } else {
            for (int partition = 0; partition < partitions; partition++) start.with(partition, from);
        }
        return new TailOpening.Plan(new TopicPlace(status.topic().id(), new long[partitions]), start);
    }
}
