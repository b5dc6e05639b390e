package org.partita.web.cluster;

import static java.util.Objects.requireNonNull;
import static org.partita.web.problem.ProblemException.invalid;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

import org.partita.broker.BrokerState;
import org.partita.core.broker.TopicStatus;
import org.partita.core.metadata.MetadataImage;
import org.partita.web.http.BrokerAccess;
import org.partita.web.http.OneInstance;
import org.partita.web.http.QueryParameters;
import org.partita.web.json.JsonBinding;

/** Tells clients which broker leads which partition. */
@OneInstance
@Path("metadata")
@Produces(MediaType.APPLICATION_JSON)
public class MetadataResource {
    private static final int MAX_TOPICS = 1_000;

    private final BrokerAccess access;

    @Inject
    public MetadataResource(BrokerAccess access) {
        this.access = requireNonNull(access, "access");
    }

    @GET
    public CompletionStage<Response> metadata(@Context UriInfo uri) {
        QueryParameters query = QueryParameters.of(uri, Set.of("topics"));
        BrokerState.Ready self = access.ready();
        MetadataImage image = self.broker().metadata();
        CompletableFuture<List<TopicStatus>> statuses = query.text("topics")
            .map(names -> TopicStatuses.of(self.broker(), split(names)))
            .orElseGet(() -> TopicStatuses.ofAll(self.broker()));
        return statuses.thenApply(topics -> Response.ok(JsonBinding.write(
            MetadataAnswer.of(image.clusterId(), image.version(), self, topics))).build());
    }

    private static List<String> split(String names) {
        List<String> topics = List.of(names.split(",", -1));
        if (topics.size() > MAX_TOPICS) {
            throw invalid("topics", "'topics' names more than " + MAX_TOPICS + " topics; leave it out for all.");
        }
        if (topics.contains("")) throw invalid("topics", "'topics' must be names with commas between them.");
        return topics.stream().distinct().toList();
    }
}
