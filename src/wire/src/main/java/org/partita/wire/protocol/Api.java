package org.partita.wire.protocol;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;

import org.partita.wire.server.RequestRule;

/**
 * An API that is served.
 *
 * @param minVersion inclusive
 * @param maxVersion inclusive; what is said to be served is served in full
 */
public record Api(ApiKeys key, short minVersion, short maxVersion, RequestRule rule,
                  Function<AbstractRequest, CompletionStage<? extends AbstractResponse>> handler) {
    private static final int MAX_FRAME_BYTES = 1 << 20;
    /** An element of a list may be two bytes in a request, and an object with a place in a list afterwards. */
    private static final int HEAP_FACTOR = 32;

    public Api {
        requireNonNull(rule, "rule");
        requireNonNull(handler, "handler");
        if (!key.isVersionSupported(minVersion) || !key.isVersionSupported(maxVersion) || minVersion > maxVersion) {
            throw new IllegalArgumentException(key + " has no versions " + minVersion + " to " + maxVersion);
        }
    }

    /** Of small requests, of which each begins when the one before it on its connection was answered. */
    public static <R extends AbstractRequest> Api of(ApiKeys key, int minVersion, int maxVersion, Class<R> type,
                                                     ApiHandler<R> handler) {
        return new Api(key, (short) minVersion, (short) maxVersion,
            new RequestRule(MAX_FRAME_BYTES, HEAP_FACTOR, false), request -> handler.answer(type.cast(request)));
    }

    boolean serves(short version) {
        return version >= minVersion && version <= maxVersion;
    }
}
