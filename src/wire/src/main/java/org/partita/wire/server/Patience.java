package org.partita.wire.server;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How long one connection has kept us waiting, and for what. Asks no clock: times are nanoseconds of one that never
 * falls. Used on one event loop.
 */
final class Patience {
    private static final int MIB = 1 << 20;

    private final WireTimeouts timeouts;
    private long quietSinceNanos;
    private long frameSinceNanos;
    private long frameBytes;
    private boolean frameBegun;
    private long memorySinceNanos;
    private boolean memoryNeeded;
    private boolean greeted;
    private long stalledSinceNanos;
    private long unsentBytes;
    private long sentOfFirst;

    Patience(WireTimeouts timeouts, long nowNanos) {
        this.timeouts = timeouts;
        this.quietSinceNanos = nowNanos;
    }

    /** Bytes of a request have come that is not complete; {@code promisedBytes} is 0 while it does not say. */
    void frameGrew(int promisedBytes, long nowNanos) {
        if (!frameBegun) frameSinceNanos = nowNanos;
        frameBegun = true;
        memoryNeeded = false;
        frameBytes = promisedBytes;
    }

    void memoryNeeded(long nowNanos) {
        if (!memoryNeeded) memorySinceNanos = nowNanos;
        memoryNeeded = true;
    }

    void frameComplete(long nowNanos) {
        frameBegun = false;
        memoryNeeded = false;
        greeted = true;
        quietSinceNanos = nowNanos;
    }

    void answered(long nowNanos) {
        quietSinceNanos = nowNanos;
    }

    /** Reading goes on after a pause of ours, which does not count. */
    void resumed(long nowNanos) {
        quietSinceNanos = nowNanos;
        frameSinceNanos = nowNanos;
    }

    /**
     * What has been there to be sent.
     *
     * @param unsent bytes that the socket has not taken
     * @param sentOfNext bytes of the next write that it has
     */
    void output(long unsent, long sentOfNext, long nowNanos) {
        boolean moved = unsent != unsentBytes || sentOfNext != sentOfFirst;
        if (moved || unsent == 0) stalledSinceNanos = nowNanos;
        unsentBytes = unsent;
        sentOfFirst = sentOfNext;
    }

    /**
     * Why to wait no longer.
     *
     * @param oldestSinceNanos when the oldest request came that has no answer, if there is one
     * @param reading whether bytes of the client would be read if there were any
     */
    Optional<String> lost(long nowNanos, OptionalLong oldestSinceNanos, boolean reading) {
        if (unsentBytes > 0 && over(stalledSinceNanos, timeouts.stall(), nowNanos)) {
            return Optional.of("it does not read its answers");
        }
        if (oldestSinceNanos.isPresent() && over(oldestSinceNanos.getAsLong(), timeouts.answer(), nowNanos)) {
            return Optional.of("a request got no answer");
        }
        if (memoryNeeded && over(memorySinceNanos, timeouts.frame(), nowNanos)) {
            return Optional.of("there was no room for its request");
        }
        boolean awaiting = reading && !memoryNeeded && unsentBytes == 0;
        if (awaiting && frameBegun) return slow(nowNanos);
        if (awaiting && oldestSinceNanos.isEmpty()) return quiet(nowNanos);
        return Optional.empty();
    }

    private Optional<String> slow(long nowNanos) {
        Duration allowed = timeouts.frame().plusSeconds(frameBytes / MIB);
        return over(frameSinceNanos, allowed, nowNanos) ? Optional.of("a request came too slowly") : Optional.empty();
    }

    private Optional<String> quiet(long nowNanos) {
        if (!greeted && over(quietSinceNanos, timeouts.frame(), nowNanos)) return Optional.of("no request came");
        return over(quietSinceNanos, timeouts.idle(), nowNanos) ? Optional.of("it was idle") : Optional.empty();
    }

    private static boolean over(long sinceNanos, Duration timeout, long nowNanos) {
        return nowNanos - sinceNanos > timeout.toNanos();
    }
}
