package org.partita.systemtests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.crash.Outcome.FoundAt;
import org.partita.systemtests.crash.Outcome.NoStart;
import org.partita.systemtests.crash.TestTopic.Slot;

/**
 * Brokers that are killed again and again under concurrent publishers, and whose files are damaged in between. To
 * repeat a run: {@code -Dpartita.crash.seed} with the seed it printed; the moments of death differ all the same.
 */
class CrashIT {
    private static final boolean SOAK = Boolean.getBoolean("partita.soak");
    private static final int ROUNDS = Integer.getInteger("partita.crash.rounds", SOAK ? 200 : 20);
    /** Then on an empty directory, so that a look at everything stays short. */
    private static final int ROUNDS_A_DIRECTORY = 20;
    private static final int DAMAGED_AT_A_TIME = 3;
    private static final int ROOT_DAMAGE_EVERY = 3;

    @TempDir
    private Path directory;
    private final long seed = Long.getLong("partita.crash.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<Damage, Integer> damages = new EnumMap<>(Damage.class);
    private final Map<RootDamage, Integer> rootDamages = new EnumMap<>(RootDamage.class);
    private CrashRounds rounds;
    private long startedNanos;
    private long acknowledged;
    private long slowestStartMillis;
    private int writtenOff;
    private int roundsDone;
    private int nextDamage;
    private int nextRootDamage;

    @BeforeEach
    void begin() {
        startedNanos = System.nanoTime();
        System.out.println("crash rounds " + ROUNDS + ", seed " + seed);
    }

    /** Otherwise the long runs would silently be the short ones. */
    @Test
    void whetherToSoakReachesTheForkedTests() {
        assertThat(System.getProperty("partita.soak")).isIn("true", "false");
    }

    @Test
    void acknowledgedMessagesSurviveKillUnderConcurrentAppends() {
        for (int round = 0; round < ROUNDS; round++) {
            changeDirectory(round);
            if (random.nextInt(4) == 0) rounds.liveShortly();
            rounds.live(new Judge(rounds));
            roundsDone++;
        }

        closeDirectory();
    }

    @Test
    void damageCostsWhatIsDamagedAndNothingElse() {
        for (int round = 0; round < ROUNDS; round++) {
            changeDirectory(round);
            rounds.live(new Judge(rounds));
            if (round % ROOT_DAMAGE_EVERY == 0) damageRoot();
            else damagePartitions();
            roundsDone++;
        }

        closeDirectory();
        assertThat(damages.size()).as("kinds of damage")
            .isGreaterThanOrEqualTo(Math.min(ROUNDS, Damage.values().length));
    }

    private void changeDirectory(int round) {
        if (round % ROUNDS_A_DIRECTORY != 0) return;
        if (rounds != null) closeDirectory();
        rounds = new CrashRounds(directory.resolve("rounds-from-" + round), random);
    }

    private void closeDirectory() {
        rounds.look(new Judge(rounds));
        acknowledged += rounds.ledger().size();
        slowestStartMillis = Math.max(slowestStartMillis, rounds.slowestStartMillis());
        report();
    }

    private void damageRoot() {
        RootDamage damage = RootDamage.values()[nextRootDamage++ % RootDamage.values().length];
        rootDamages.merge(damage, 1, Integer::sum);
        Outcome outcome = damage.apply(rounds.data(), random);
        if (outcome instanceof NoStart refused) {
            rounds.fail(refused.reason());
            refused.undo().run();
        }
        rounds.look(new Judge(rounds));
    }

    private void damagePartitions() {
        Judge judge = new Judge(rounds);
        List<Slot> sound = slots();
        for (int i = 0; i < DAMAGED_AT_A_TIME; i++) {
            Damage damage = Damage.values()[nextDamage++ % Damage.values().length];
            damageOne(damage, sound, judge);
        }
        writtenOff += judge.writeOff();
        rounds.look(judge);
        slots().forEach(slot -> {
            if (judge.expected(slot) instanceof FoundAt found) found.undo().run();
        });
    }

    /** Some damages need more files than a young partition has. */
    private void damageOne(Damage damage, List<Slot> sound, Judge judge) {
        List<Slot> candidates = new ArrayList<>(sound);
        while (!candidates.isEmpty()) {
            Slot slot = candidates.remove(random.nextInt(candidates.size()));
            Optional<Outcome> outcome = damage.apply(rounds.files(slot), random);
            if (outcome.isPresent()) {
                judge.expect(slot, outcome.get());
                sound.remove(slot);
                damages.merge(damage, 1, Integer::sum);
                return;
            }
        }
    }

    private static List<Slot> slots() {
        List<Slot> slots = new ArrayList<>();
        for (TestTopic topic : TestTopic.values()) {
            for (int partition = 0; partition < topic.partitions(); partition++) slots.add(new Slot(topic, partition));
        }
        return slots;
    }

    private void report() {
        long seconds = (System.nanoTime() - startedNanos) / 1_000_000_000;
        System.out.printf("%d of %d rounds, seed %d: %d messages acknowledged and found, %d written off by damage, "
            + "slowest start %d ms, %d s; damages %s %s%n", roundsDone, ROUNDS, seed, acknowledged, writtenOff,
            slowestStartMillis, seconds, damages, rootDamages);
    }
}
