package org.partita.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.partita.simulation.Simulation.Result;
import org.partita.simulation.Simulation.SimulationFailure;
import org.partita.simulation.invariant.InvariantViolation;

/** Replay a failure with {@code -Dpartita.simulation.seed=N}; run more with {@code -Dpartita.simulation.seeds=N}. */
class SimulationTest {
    private static final int STEPS = 2_000;
    private static final int DEFAULT_SEEDS = 200;
    private static final int SOAK_SEEDS = 50_000;

    /** Otherwise the long run would silently be the short one. */
    @Test
    void whetherToSoakReachesTheForkedTests() {
        assertThat(System.getProperty("partita.soak")).isIn("true", "false");
    }

    @Test
    void everyPromiseIsKeptUnderEverySeed() {
        long acknowledged = 0;
        long replayed = 0;
        long batches = 0;
        long duplicates = 0;
        long changes = 0;
        long starts = 0;

        for (long seed : seeds()) {
            Result result = Simulation.run(seed, STEPS);
            acknowledged += result.acknowledged();
            replayed += result.replayed();
            batches += result.batches();
            duplicates += result.duplicates();
            changes += result.changes();
            starts += result.starts();
        }

        System.out.println("simulation: " + seeds().length + " seeds, " + acknowledged + " messages acknowledged, "
            + replayed + " of them replayed, " + batches + " batches of producers, " + duplicates
            + " of them repeated, " + changes + " changes of topics, " + starts + " starts");
        assertThat(acknowledged).isGreaterThan(seeds().length * 50L);
        assertThat(replayed).isGreaterThan(seeds().length * 5L);
        assertThat(batches).isGreaterThan(seeds().length * 10L);
        assertThat(duplicates).isGreaterThan(seeds().length / 4L);
        assertThat(changes).isGreaterThan(seeds().length * 3L);
        assertThat(starts).isGreaterThan(seeds().length * 3L);
    }

    @Test
    void sameSeedGivesTheSameTrace() {
        for (long seed = 1; seed <= 5; seed++) {
            Result first = Simulation.run(seed, STEPS);
            Result second = Simulation.run(seed, STEPS);

            assertThat(second).isEqualTo(first);
        }
        assertThat(Simulation.run(1, STEPS)).isNotEqualTo(Simulation.run(2, STEPS));
    }

    @Test
    void acknowledgingBeforeForcingIsFoundOut() {
        assertThatThrownBy(() -> LongStream.range(0, 50).forEach(seed ->
            Simulation.runTrustingUnforced(seed, STEPS)))
            .isInstanceOf(SimulationFailure.class).hasMessageContaining("failed at step")
            .hasCauseInstanceOf(InvariantViolation.class);
    }

    @Test
    void repeatingWhatTheBrokerMayForgetIsFoundOut() {
        assertThatThrownBy(() -> LongStream.range(0, 50).forEach(seed ->
            Simulation.runTrustingForgotten(seed, STEPS)))
            .isInstanceOf(SimulationFailure.class).hasCauseInstanceOf(InvariantViolation.class);
    }

    private static long[] seeds() {
        Long replayed = Long.getLong("partita.simulation.seed");
        if (replayed != null) return new long[] {replayed};
        int fallback = Boolean.getBoolean("partita.soak") ? SOAK_SEEDS : DEFAULT_SEEDS;
        return LongStream.rangeClosed(1, Integer.getInteger("partita.simulation.seeds", fallback)).toArray();
    }
}
