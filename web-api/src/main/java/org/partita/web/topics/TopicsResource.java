package org.partita.web.topics;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
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
import org.partita.core.broker.TopicStatus;
import org.partita.core.metadata.TopicMetadata;
import org.partita.web.http.BrokerAccess;
import org.partita.web.http.OneInstance;
import org.partita.web.http.QueryParameters;
import org.partita.web.http.RequestBody;
import org.partita.web.json.JsonBinding;
import org.partita.web.json.StrictBinder;

/** Creates, lists, describes, changes and deletes topics. */
@OneInstance
@Path("topics")
@Produces(MediaType.APPLICATION_JSON)
public class TopicsResource {
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final int DEFAULT_PAGE = 1_000;
    private static final int MAX_PAGE = 10_000;

    private final BrokerAccess access;
    private final RequestBody bodies;

    @Inject
    public TopicsResource(BrokerAccess access, RequestBody bodies) {
        this.access = requireNonNull(access, "access");
        this.bodies = requireNonNull(bodies, "bodies");
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> create(@Context UriInfo uri, @Context HttpHeaders headers, InputStream content)
        throws IOException {
        QueryParameters.of(uri, Set.of());
        Broker broker = access.ready().broker();
        return bodies.readJson(headers, content).heldDuring(bytes -> {
            CreateTopicRequest request = StrictBinder.bind(bytes, CreateTopicRequest.class);
            URI location = uri.getBaseUriBuilder().path("topics/{topic}").build(request.name());
            return broker.createTopic(request.toNewTopic()).thenApply(status -> created(location, status));
        });
    }

    @GET
    public Response list(@Context UriInfo uri) {
        QueryParameters query = QueryParameters.of(uri, Set.of("limit", "cursor"));
        int limit = query.integer("limit", DEFAULT_PAGE, 1, MAX_PAGE);
        SortedMap<String, TopicMetadata> topics = access.ready().broker().metadata().topics();
        SortedMap<String, TopicMetadata> rest = query.text("cursor").map(TopicCursor::parse)
            .map(name -> topics.tailMap(name + '\0')).orElse(topics);
        List<TopicAnswer.Summary> page = rest.values().stream().limit(limit).map(TopicAnswer::summary).toList();
        String next = rest.size() > limit ? TopicCursor.behind(page.get(limit - 1).name()) : null;
        return Response.ok(JsonBinding.write(new TopicAnswer.Page(page, next))).build();
    }

    @GET
    @Path("{topic}")
    public CompletionStage<Response> describe(@PathParam("topic") String topic, @Context UriInfo uri) {
        QueryParameters.of(uri, Set.of());
        return access.ready().broker().topicStatus(topic)
            .thenApply(status -> Response.ok(JsonBinding.write(TopicAnswer.description(status))).build());
    }

    @PATCH
    @Path("{topic}")
    @Consumes({MERGE_PATCH, MediaType.APPLICATION_JSON})
    public CompletionStage<Response> change(@PathParam("topic") String topic, @Context UriInfo uri,
                                            @Context HttpHeaders headers, InputStream content) throws IOException {
        QueryParameters.of(uri, Set.of());
        Broker broker = access.ready().broker();
        return bodies.readJson(headers, content).heldDuring(bytes ->
            broker.changeTopic(StrictBinder.bind(bytes, ChangeTopicRequest.class).toTopicChange(topic))
                .thenApply(status -> Response.ok(JsonBinding.write(TopicAnswer.description(status))).build()));
    }

    @DELETE
    @Path("{topic}")
    public CompletionStage<Response> delete(@PathParam("topic") String topic, @Context UriInfo uri) {
        QueryParameters.of(uri, Set.of());
        return access.ready().broker().deleteTopic(topic).thenApply(deleted -> Response.noContent().build());
    }

    private static Response created(URI location, TopicStatus status) {
        return Response.created(location).type(MediaType.APPLICATION_JSON)
            .entity(JsonBinding.write(TopicAnswer.description(status))).build();
    }
}
