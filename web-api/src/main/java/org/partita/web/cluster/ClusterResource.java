package org.partita.web.cluster;

import static java.util.Objects.requireNonNull;

import java.util.Set;
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
import org.partita.web.http.BrokerAccess;
import org.partita.web.http.OneInstance;
import org.partita.web.http.QueryParameters;
import org.partita.web.json.JsonBinding;

/** Shows the state of the cluster. */
@OneInstance
@Path("cluster")
@Produces(MediaType.APPLICATION_JSON)
public class ClusterResource {
    private final BrokerAccess access;

    @Inject
    public ClusterResource(BrokerAccess access) {
        this.access = requireNonNull(access, "access");
    }

    @GET
    public CompletionStage<Response> cluster(@Context UriInfo uri) {
        QueryParameters.of(uri, Set.of());
        BrokerState.Ready self = access.ready();
        return TopicStatuses.ofAll(self.broker())
            .thenApply(topics -> Response.ok(JsonBinding.write(ClusterAnswer.of(self, topics))).build());
    }
}
