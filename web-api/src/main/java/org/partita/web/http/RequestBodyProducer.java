package org.partita.web.http;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

import org.eclipse.microprofile.config.ConfigProvider;

import org.partita.core.execution.Budget;
import org.partita.settings.Setting;

/** Builds the reader of request bodies and its limits once, from the settings and the size of the heap. */
@ApplicationScoped
class RequestBodyProducer {
    private static final long HEAP_SHARE = 16;

    private RequestBody requestBody;
    private BodyLimits limits;

    @PostConstruct
    void configure() {
        int maxBytes = configured(Setting.HTTP_MAX_REQUEST_BYTES, Integer.class,
            Integer.valueOf(Setting.HTTP_MAX_REQUEST_BYTES.defaultValue()));
        long inFlight = configured(Setting.HTTP_MAX_BODY_BYTES_IN_FLIGHT, Long.class, 0L);
        long arrivalMillis = configured(Setting.HTTP_BODY_TIMEOUT_MILLIS, Long.class,
            Long.valueOf(Setting.HTTP_BODY_TIMEOUT_MILLIS.defaultValue()));
        long budgetBytes = budgetBytes(inFlight, maxBytes, Runtime.getRuntime().maxMemory());
        requestBody = new RequestBody(maxBytes, new Budget(budgetBytes), arrivalMillis, System::nanoTime);
        limits = new BodyLimits(maxBytes, new Budget(arrivingBytes(budgetBytes)), arrivalMillis);
    }

    @Produces
    RequestBody requestBody() {
        return requestBody;
    }

    @Produces
    BodyLimits limits() {
        return limits;
    }

    /** What is on its way is kept in chunks, of which the last may be almost empty, and may be compressed. */
    static long arrivingBytes(long budgetBytes) {
        return budgetBytes + budgetBytes / 1_000 + (128 << 10);
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
