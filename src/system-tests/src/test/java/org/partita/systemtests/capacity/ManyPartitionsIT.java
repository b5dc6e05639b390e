package org.partita.systemtests.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.crash.ChildProcess;

/** How long a data directory with many partitions takes to open, and what it holds while it is. */
class ManyPartitionsIT {
    private static final int PARTITIONS = Integer.getInteger("partita.partitions",
        Boolean.getBoolean("partita.soak") ? 5_000 : 500);
    private static final long OPEN_AFTER_STOP_MILLIS = 60_000;
    private static final long OPEN_AFTER_KILL_MILLIS = 120_000;
    private static final long WRITTEN_WITHIN_MILLIS = 900_000;
    private static final long STOPPED_WITHIN_MILLIS = 30_000;
    private static final int MESSAGES_A_BATCH = 8;
    private static final int SEGMENTS_A_PARTITION = 3;
    private static final int OTHER_FILES = 300;
    private static final String HEAP = "256m";

    @TempDir
    private Path directory;

    @Test
    void opensInTimeAfterAStopAndAfterAKill() {
        try (ChildProcess first = start("first", 2)) {
            first.awaitLine(PartitionsChild.OPENED, OPEN_AFTER_STOP_MILLIS);
            written(first, 2);
            stop(first);
        }
        try (ChildProcess second = start("second", 1)) {
            opened(second, OPEN_AFTER_STOP_MILLIS);
            written(second, 1);
            second.kill();
        }
        try (ChildProcess third = start("third", 0)) {
            opened(third, OPEN_AFTER_KILL_MILLIS);
            written(third, 0);
            stop(third);
        }
    }

    private ChildProcess start(String name, int batches) {
        return ChildProcess.start(PartitionsChild.class, HEAP, directory.resolve(name),
            directory.resolve("data").toString(), Integer.toString(PARTITIONS),
            Integer.toString(batches));
    }

    private static void opened(ChildProcess child, long withinMillis) {
        child.awaitLine(PartitionsChild.OPENED, withinMillis);
        long[] told = numbers(child, PartitionsChild.OPENED);
        assertThat(told[0]).as("milliseconds to open").isLessThanOrEqualTo(withinMillis);
        assertThat(told[1]).as("partitions").isEqualTo(PARTITIONS);
        assertThat(told[2]).as("offline").isZero();
    }

    private static void written(ChildProcess child, int batches) {
        child.awaitLine(PartitionsChild.WRITTEN, WRITTEN_WITHIN_MILLIS);
        long[] told = numbers(child, PartitionsChild.WRITTEN);
        assertThat(told[1]).as("messages stored").isEqualTo((long) PARTITIONS * batches * MESSAGES_A_BATCH);
        assertThat(told[3]).as("open files")
            .isLessThanOrEqualTo((long) SEGMENTS_A_PARTITION * PARTITIONS + OTHER_FILES);
    }

    private static void stop(ChildProcess child) {
        child.askToStop();
        child.awaitLine(PartitionsChild.STOPPED, STOPPED_WITHIN_MILLIS);
        assertThat(numbers(child, PartitionsChild.STOPPED)[1]).as("clean stop").isEqualTo(1);
    }

    private static long[] numbers(ChildProcess child, String beginning) {
        String line = child.outputLines().stream().filter(each -> each.startsWith(beginning)).findFirst()
            .orElseThrow();
        System.out.println(PARTITIONS + " partitions: " + line.replace('\t', ' ') + " (ms, two counts, open files, heap"
            + " in MiB)");
        String[] parts = line.split("\t");
        long[] numbers = new long[parts.length - 1];
        for (int i = 0; i < numbers.length; i++) numbers[i] = Long.parseLong(parts[i + 1]);
        return numbers;
    }
}
