package org.partita.bench.http.peer;

import jakarta.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** Parses a JSON body and throws it away. */
@Path("sink")
public class SinkResource {
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response take(JsonObject body) {
        return Response.status(Response.Status.CREATED).header("X-Members", body.size()).build();
    }
}
