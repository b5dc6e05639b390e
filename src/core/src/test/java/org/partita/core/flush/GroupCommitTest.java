package org.partita.core.flush;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.partita.core.execution.VirtualTime;
import org.partita.core.log.FlushPoint;
import org.partita.core.log.LogConfig;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.Bytes;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.PartitionId;
import org.partita.storage.testing.MemorySegmentStore;

class GroupCommitTest {
    private final VirtualTime time = new VirtualTime();
    private final VirtualTime.Lane disk = time.lane();
    private final MemorySegmentStore store =
        new MemorySegmentStore(new DirectoryIdentity("test", 1, new UUID(1, 1), 1));
    private final List<String> news = new ArrayList<>();

    @Test
    void forcesOfManyPartitionsShareFewThreads() {
        GroupCommit groupCommit = new GroupCommit(disk, time, 2);

        for (int i = 0; i < 10; i++) submit(groupCommit, dirtyLog(i), i);

        assertThat(disk.waiting()).isEqualTo(2);
        time.run();
        assertThat(news).hasSize(10).allMatch(each -> each.startsWith("forced"));
    }

    @Test
    void fullDiskExecutorIsAskedAgain() {
        GroupCommit groupCommit = new GroupCommit(disk, time, 2);
        disk.refuse(true);
        submit(groupCommit, dirtyLog(0), 0);
        disk.refuse(false);

        time.pass(100);

        assertThat(news).containsExactly("forced 0");
    }

    @Test
    void failureIsToldToItsPartitionOnly() {
        GroupCommit groupCommit = new GroupCommit(disk, time, 1);
        submit(groupCommit, dirtyLog(0), 0);
        submit(groupCommit, dirtyLog(1), 1);
        store.disk().failNextForce();

        time.run();

        assertThat(news).containsExactly("failed 0", "forced 1");
    }

    @Test
    void errorIsToldAndTheOthersAreForced() {
        GroupCommit groupCommit = new GroupCommit(disk, time, 1);
        groupCommit.submit(() -> {
            throw new StackOverflowError("injected");
        }, () -> news.add("done"), failure -> news.add("failed " + failure.getCause().getMessage()));
        submit(groupCommit, dirtyLog(1), 1);

        time.run();

        assertThat(news).containsExactly("failed injected", "forced 1");
    }

    @Test
    void noForceIsLeftWithoutARunner() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorService submitters = Executors.newFixedThreadPool(2);
        GroupCommit groupCommit = new GroupCommit(pool, time, 1);
        FlushPoint point = dirtyLog(0).beginFlush();
        try {
            for (int round = 0; round < 30_000; round++) {
                CountDownLatch done = new CountDownLatch(2);
                Runnable submit = () -> groupCommit.submit(point::force, done::countDown, failure -> done.countDown());

                submitters.execute(submit);
                submitters.execute(submit);

                assertThat(done.await(10, TimeUnit.SECONDS)).as("round " + round).isTrue();
            }
        } finally {
            submitters.shutdown();
            pool.shutdown();
        }
    }

    private PartitionLog dirtyLog(int partition) {
        PartitionLog log = PartitionLog.open(store.partition(new PartitionId(new UUID(1, 2), partition)),
            new LogConfig(4096));
        log.append(RecordBatchEncoder.encode(Compression.NONE,
            List.of(new NewRecord(0, Bytes.NULL, Bytes.utf8("v"), List.of()))), 0);
        return log;
    }

    private void submit(GroupCommit groupCommit, PartitionLog log, int partition) {
        groupCommit.submit(log.beginFlush()::force, () -> news.add("forced " + partition),
            failure -> news.add("failed " + partition));
    }
}
