package org.partita.bench.http.peer;

import java.util.Set;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** The peer's only application. */
@ApplicationPath("v1")
public class SinkApplication extends Application {
    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(SinkResource.class);
    }
}
