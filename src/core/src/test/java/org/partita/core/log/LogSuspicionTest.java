package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.log.LogFixture.PARTITION;

import java.nio.ByteBuffer;

import org.junit.jupiter.api.Test;
import org.partita.core.log.LogConfig.LostTail;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.SampleRecords;

/** A crash of the disk in these tests is a restart of the operating system. */
class LogSuspicionTest {
    private static final RecordBatch BATCH = SampleRecords.batch(2);
    private static final boolean ASYNC = true;
    private static final boolean COMMIT = false;

    private final LogFixture fixture = new LogFixture();

    @Test
    void logThatCountedWhatTheOperatingSystemLostIsSuspect() {
        append(start(false, LostTail.REFUSE, ASYNC));
        fixture.disk.crash();

        assertThat(start(false, LostTail.REFUSE, ASYNC).suspect()).isTrue();
    }

    @Test
    void logThatCountedOnlyWhatWasForcedIsNot() {
        append(start(false, LostTail.REFUSE, COMMIT));
        fixture.disk.crash();

        assertThat(start(false, LostTail.REFUSE, COMMIT).suspect()).isFalse();
    }

    @Test
    void killedProcessLosesNothingThatWasWritten() {
        append(start(false, LostTail.REFUSE, ASYNC)).close();

        assertThat(start(false, LostTail.REFUSE, ASYNC).suspect()).isFalse();
    }

    @Test
    void stopInOrderLosesNothing() {
        append(start(false, LostTail.REFUSE, ASYNC)).close();
        fixture.disk.crash();

        assertThat(start(true, LostTail.REFUSE, ASYNC).suspect()).isFalse();
    }

    @Test
    void onlyCopyIsNeverSuspect() {
        append(start(false, LostTail.CUT, ASYNC));
        fixture.disk.crash();

        assertThat(start(false, LostTail.CUT, ASYNC).suspect()).isFalse();
    }

    @Test
    void logWhoseTailWasCutIsSuspectAlsoAfterACrashRightAfterTheCut() {
        PartitionLog log = append(start(false, LostTail.REFUSE, COMMIT));
        log.close();
        fixture.write(0, ByteBuffer.wrap(new byte[30]));

        assertThat(start(false, LostTail.REFUSE, COMMIT).suspect()).isTrue();
        fixture.disk.crash();
        assertThat(start(false, LostTail.REFUSE, COMMIT).suspect()).isTrue();
    }

    @Test
    void suspicionIsKeptUntilItIsCleared() {
        append(start(false, LostTail.REFUSE, ASYNC));
        fixture.disk.crash();
        PartitionLog log = start(false, LostTail.REFUSE, ASYNC);
        log.persist();
        log.close();
        log = start(true, LostTail.REFUSE, ASYNC);
        assertThat(log.suspect()).isTrue();

        log.clearSuspicion();
        log.persist();
        log.close();

        assertThat(start(true, LostTail.REFUSE, ASYNC).suspect()).isFalse();
    }

    @Test
    void logWhoseStateIsDamagedMayHaveBeenSuspect() {
        PartitionLog log = append(start(false, LostTail.REFUSE, COMMIT));
        log.persist();
        log.close();
        fixture.partition().writeState("log", ByteBuffer.wrap(new byte[20]));

        assertThat(start(true, LostTail.REFUSE, COMMIT).suspect()).isTrue();
        fixture.disk.crash();
        assertThat(start(false, LostTail.REFUSE, COMMIT).suspect()).isTrue();
    }

    @Test
    void newLogIsNotSuspect() {
        LogDirectory directory = new LogDirectory(fixture.disk.open(), false);
        directory.opened();

        assertThat(directory.open(PARTITION, config(LostTail.REFUSE), ASYNC).suspect()).isFalse();
    }

    private PartitionLog start(boolean clean, LostTail lostTail, boolean unforcedCounted) {
        LogDirectory directory = new LogDirectory(fixture.disk.open(), clean);
        PartitionLog log = directory.open(PARTITION, config(lostTail), unforcedCounted);
        directory.opened();
        return log;
    }

    private static LogConfig config(LostTail lostTail) {
        return new LogConfig(4096, Long.MAX_VALUE, LogConfig.UNLIMITED, LogConfig.UNLIMITED, 100, lostTail);
    }

    private PartitionLog append(PartitionLog log) {
        log.append(BATCH, 1);
        log.beginFlush().force();
        log.append(BATCH, 1);
        return log;
    }
}
