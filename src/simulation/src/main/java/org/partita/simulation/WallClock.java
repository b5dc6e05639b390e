package org.partita.simulation;

import java.time.Instant;
import java.time.InstantSource;

/** A clock that follows virtual time but jumps when told to. */
final class WallClock implements InstantSource {
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;

    private final SimulatedScheduler scheduler;
    private long offsetMillis = EPOCH_MILLIS;

    WallClock(SimulatedScheduler scheduler) {
        this.scheduler = scheduler;
    }

    void jump(long millis) {
        offsetMillis = Math.max(0, offsetMillis + millis);
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(offsetMillis + scheduler.nowMillis());
    }
}
