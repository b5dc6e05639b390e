package org.partita.web.http;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Builds the reader of request bodies from the configured limit. */
@ApplicationScoped
class RequestBodyProducer {
    @Produces
    RequestBody requestBody(@ConfigProperty(name = "partita.http.max-request-bytes", defaultValue = "16777216")
                            int maxBytes) {
        return new RequestBody(maxBytes);
    }
}
