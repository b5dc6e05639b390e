package org.partita.web.http;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

import org.eclipse.microprofile.config.ConfigProvider;

import org.partita.core.execution.Budget;
import org.partita.settings.Setting;

/** Builds the reader of request bodies once, from the configured limits and the size of the heap. */
@ApplicationScoped
class RequestBodyProducer {
    private static final long HEAP_SHARE = 16;

    private RequestBody requestBody;

    @PostConstruct
    void configure() {
        int maxBytes = configured(Setting.HTTP_MAX_REQUEST_BYTES, Integer.class,
            Integer.valueOf(Setting.HTTP_MAX_REQUEST_BYTES.defaultValue()));
        long inFlight = configured(Setting.HTTP_MAX_BODY_BYTES_IN_FLIGHT, Long.class, 0L);
        requestBody = new RequestBody(maxBytes,
            new Budget(budgetBytes(inFlight, maxBytes, Runtime.getRuntime().maxMemory())));
    }

    @Produces
    RequestBody requestBody() {
        return requestBody;
    }

    /**
     * How many bytes of bodies may be held at a time: what is configured, else a sixteenth of the heap, for a message
     * is there about four times between its arrival and its acknowledgement; in any case as much as one body may have.
     */
    static long budgetBytes(long configured, int maxBytes, long heapBytes) {
        return Math.max(maxBytes, configured > 0 ? configured : heapBytes / HEAP_SHARE);
    }

    private static <T> T configured(Setting setting, Class<T> type, T otherwise) {
        return ConfigProvider.getConfig().getOptionalValue(setting.propertyName(), type).orElse(otherwise);
    }
}
