package org.partita.web.http;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

import org.eclipse.microprofile.config.ConfigProvider;

import org.partita.settings.Setting;

/** Builds the reader of request bodies once, from the configured limit. */
@ApplicationScoped
class RequestBodyProducer {
    private RequestBody requestBody;

    @PostConstruct
    void configure() {
        Setting limit = Setting.HTTP_MAX_REQUEST_BYTES;
        requestBody = new RequestBody(ConfigProvider.getConfig()
            .getOptionalValue(limit.propertyName(), Integer.class).orElse(Integer.valueOf(limit.defaultValue())));
    }

    @Produces
    RequestBody requestBody() {
        return requestBody;
    }
}
