package org.partita.web.tail;

import static java.util.Objects.requireNonNull;

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
import org.partita.web.fetch.FetchStart;
import org.partita.web.http.QueryParameters;
import org.partita.web.stream.EventStreams;

/** Tails one partition. */
@Dependent
@Path("topics/{topic}/partitions/{partition}/messages")
public class PartitionTailResource {
    private final TailOpening tails;

    @Inject
    public PartitionTailResource(TailOpening tails) {
        this.tails = requireNonNull(tails, "tails");
    }

    @GET
    @Produces(EventStreams.MEDIA_TYPE + ";qs=0.8")
    public void tail(@PathParam("topic") String topic, @PathParam("partition") String partition, @Context UriInfo uri,
                     @Context HttpHeaders headers, @Suspended AsyncResponse answer) {
        QueryParameters query = QueryParameters.of(uri, Set.of(FetchStart.OFFSET, FetchStart.TIMESTAMP));
        int number = Math.toIntExact(QueryParameters.parse("partition", partition, 0, Integer.MAX_VALUE));
        Optional<StartAt> cameBack = TailOpening.lastEventId(headers)
            .map(id -> new StartAt.Offset(PartitionPlace.nextOffset(id)));
        StartAt asked = cameBack.isPresent() ? FetchStart.ofOptional(query).orElse(cameBack.get())
            : FetchStart.of(query);
        tails.open(topic, headers, answer, (status, source) -> new TailOpening.Plan(
            new PartitionPlace(number, 0), new TailStart(status, source).with(number, cameBack.orElse(asked))));
    }
}
