package org.partita.systemtests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.partita.systemtests.crash.TestTopic.Slot;

/** One data directory on which one broker after the other is killed; knows what must be on it. */
final class CrashRounds {
    private static final long STARTED_WITHIN_MILLIS = 60_000;
    private static final long AUDITED_WITHIN_MILLIS = 120_000;
    private static final long PUBLISHED_WITHIN_MILLIS = 120_000;
    private static final int LEDGER_ENTRY_BYTES = 24;
    private static final int FASTEST_PACE = 40;
    private static final String HEAP = "96m";

    private final Path data;
    private final Path acks;
    private final Path logs;
    private final SplittableRandom random;
    private final Map<TestTopic, UUID> ids = new EnumMap<>(TestTopic.class);
    private int lives;
    private long slowestStartMillis;

    CrashRounds(Path directory, SplittableRandom random) {
        this.data = directory.resolve("data");
        this.acks = directory.resolve("acks");
        this.logs = directory.resolve("logs");
        this.random = random;
        try {
            Files.createDirectories(logs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (ChildProcess first = start(false)) {
            first.await("end of the preparation", STARTED_WITHIN_MILLIS, () -> first.endsWithin(0));
            assertThat(first.exitCode()).as("exit of the preparation %s", first.logLines()).isZero();
            first.outputLines().stream().map(line -> line.split("\t")).forEach(parts ->
                ids.put(TestTopic.valueOf(parts[0]), UUID.fromString(parts[1])));
        }
        lives++;
    }

    Path data() {
        return data;
    }

    PartitionFiles files(Slot slot) {
        return new PartitionFiles(data, ids.get(slot.topic()), slot.partition());
    }

    Ledger ledger() {
        return Ledger.read(acks);
    }

    /** Of the broker, without that of its JVM. */
    long slowestStartMillis() {
        return slowestStartMillis;
    }

    private ChildProcess start(boolean publish) {
        return ChildProcess.start(CrashChild.class, HEAP, logs.resolve("life-%04d".formatted(lives)), data.toString(),
            acks.toString(), Integer.toString(lives), Integer.toString(1 + random.nextInt(FASTEST_PACE)),
            Boolean.toString(publish));
    }

    /** Dies at a random moment between its first instruction and its first messages. */
    void liveShortly() {
        try (ChildProcess child = start(true)) {
            lives++;
            child.endsWithin(random.nextInt(1_200));
        }
        forgetTornEntry();
    }

    /** Looks at everything, publishes for a while, and dies. */
    void live(Judge judge) {
        Ledger before = ledger();
        try (ChildProcess child = start(true)) {
            lives++;
            audit(child, judge, before);
            long wantedBytes = bytes(acks) + (long) LEDGER_ENTRY_BYTES * (50 + random.nextInt(1_500));
            child.await("acknowledgements", PUBLISHED_WITHIN_MILLIS, () -> bytes(acks) >= wantedBytes);
            boolean orderly = random.nextInt(6) == 0;
            if (orderly) child.askToStop();
            child.endsWithin(random.nextInt(orderly ? 1_000 : 30));
            child.kill();
            judge.nothingWrong(AuditReport.of(child.outputLines()));
        }
        forgetTornEntry();
    }

    /** Looks at everything and changes nothing. */
    void look(Judge judge) {
        Ledger before = ledger();
        try (ChildProcess child = start(false)) {
            lives++;
            audit(child, judge, before);
        }
    }

    /** Ends by itself, before it has served anybody. */
    void fail(String reason) {
        try (ChildProcess child = start(false)) {
            lives++;
            child.await("end of a start that must be refused", STARTED_WITHIN_MILLIS, () -> child.endsWithin(0));
            assertThat(child.exitCode()).isNotZero();
            assertThat(child.logLines()).anySatisfy(line -> assertThat(line).contains(reason));
        }
    }

    private void audit(ChildProcess child, Judge judge, Ledger before) {
        child.awaitLine(AuditReport.STARTED, STARTED_WITHIN_MILLIS);
        child.awaitLine(AuditReport.AUDITED, AUDITED_WITHIN_MILLIS);
        AuditReport report = AuditReport.of(child.outputLines());
        slowestStartMillis = Math.max(slowestStartMillis, report.startMillis());
        judge.judge(report, child.logLines(), before);
    }

    private void forgetTornEntry() {
        ledger().rewrite();
    }

    private static long bytes(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
