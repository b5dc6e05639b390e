package org.partita.wire.protocol;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Set;

import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.AbstractRequest;

import org.partita.wire.server.MalformedRequestException;
import org.partita.wire.server.RequestRule;

/**
 * An API that is served.
 *
 * @param minVersion inclusive
 * @param toldMinVersion what clients are told to be the lowest version; see {@link #toldFrom}
 * @param maxVersion inclusive; what is said to be served is served in full
 */
public record Api(ApiKeys key, short toldMinVersion, short minVersion, short maxVersion, RequestRule rule,
                  BodyCheck check, WaitingApiHandler<AbstractRequest> handler) {
    private static final int MAX_FRAME_BYTES = 1 << 20;
    /** An element of a list may be two bytes in a request, and an object with a place in a list afterwards. */
    private static final int HEAP_FACTOR = 32;
    /** Requests with records are as large as the listener lets them. */
    private static final int MAX_RECORDS_FRAME_BYTES = Integer.MAX_VALUE;
    /** Records stay what they are; around the smallest of batches there are some objects. */
    private static final int RECORDS_HEAP_FACTOR = 4;
    private static final BodyCheck NO_CHECK = (body, version) -> { };

    /** What must be right with the bytes of a request before objects are made of them. */
    @FunctionalInterface
    public interface BodyCheck {
        /** @throws MalformedRequestException if the request must not be read */
        void check(ByteBuffer body, short version);
    }

    public Api {
        requireNonNull(rule, "rule");
        requireNonNull(check, "check");
        requireNonNull(handler, "handler");
        if (!key.isVersionSupported(minVersion) || !key.isVersionSupported(maxVersion) || minVersion > maxVersion) {
            throw new IllegalArgumentException(key + " has no versions " + minVersion + " to " + maxVersion);
        }
    }

    /** Of small requests, of which each begins when the one before it on its connection was answered. */
    public static <R extends AbstractRequest> Api of(ApiKeys key, int minVersion, int maxVersion, Class<R> type,
                                                     ApiHandler<R> handler) {
        return of(key, minVersion, maxVersion, false, (request, hurry) -> handler.answer(type.cast(request)));
    }

    /** The same, of those that may wait for long, and keep nothing of the request while they do. */
    public static <R extends AbstractRequest> Api waiting(ApiKeys key, int minVersion, int maxVersion, Class<R> type,
                                                          WaitingApiHandler<R> handler) {
        return of(key, minVersion, maxVersion, true, (request, hurry) -> handler.answer(type.cast(request), hurry));
    }

    private static Api of(ApiKeys key, int minVersion, int maxVersion, boolean waits,
                          WaitingApiHandler<AbstractRequest> handler) {
        return new Api(key, (short) minVersion, (short) minVersion, (short) maxVersion,
            new RequestRule(MAX_FRAME_BYTES, HEAP_FACTOR, false, waits), NO_CHECK, handler);
    }

    /** Of requests that bring records, and may be handled while others of their connection are. */
    public static <R extends AbstractRequest> Api ofRecords(ApiKeys key, int minVersion, int maxVersion, Class<R> type,
                                                            BodyCheck check, ApiHandler<R> handler) {
        return new Api(key, (short) minVersion, (short) minVersion, (short) maxVersion,
            new RequestRule(MAX_RECORDS_FRAME_BYTES, RECORDS_HEAP_FACTOR, true, false), check,
            (request, hurry) -> handler.answer(type.cast(request)));
    }

    /**
     * With a lower version told to clients than is served, as Kafka 4 does for Produce (KAFKA-18659): librdkafka takes
     * a broker without version 0 for one that knows no compression. It uses a later one all the same.
     */
    public Api toldFrom(int version) {
        return new Api(key, (short) version, minVersion, maxVersion, rule, check, handler);
    }

    /** With bounds of those of its lists which kafka-clients makes tables of. */
    public Api bounding(String... tables) {
        TableBounds bounds = new TableBounds(key, Set.of(tables));
        return new Api(key, toldMinVersion, minVersion, maxVersion, rule, bounds, handler);
    }

    boolean serves(short version) {
        return version >= minVersion && version <= maxVersion;
    }
}
