package org.partita.wire.protocol;

import static java.util.Objects.requireNonNull;

import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.AbstractRequest;

import org.partita.wire.server.RequestRule;

/**
 * An API that is served.
 *
 * @param minVersion inclusive
 * @param maxVersion inclusive; what is said to be served is served in full
 */
public record Api(ApiKeys key, short minVersion, short maxVersion, RequestRule rule,
                  WaitingApiHandler<AbstractRequest> handler) {
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
        return waiting(key, minVersion, maxVersion, type, (request, clientGone) -> handler.answer(request));
    }

    /** The same, of those that may wait for long. */
    public static <R extends AbstractRequest> Api waiting(ApiKeys key, int minVersion, int maxVersion, Class<R> type,
                                                          WaitingApiHandler<R> handler) {
        return new Api(key, (short) minVersion, (short) maxVersion,
            new RequestRule(MAX_FRAME_BYTES, HEAP_FACTOR, false),
            (request, clientGone) -> handler.answer(type.cast(request), clientGone));
    }

    boolean serves(short version) {
        return version >= minVersion && version <= maxVersion;
    }
}
