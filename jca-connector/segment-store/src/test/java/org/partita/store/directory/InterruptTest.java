package org.partita.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;

/** A container may interrupt its threads at any moment; that must not take a file away from its partition. */
final class InterruptTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(1, 2), 0);

    @TempDir
    private Path root;

    private DataDirectory directory;
    private SegmentStore store;

    @BeforeEach
    void openDirectory() {
        directory = DataDirectory.open(root, 1);
        store = directory.connect();
    }

    @AfterEach
    void closeDirectory() {
        directory.close();
    }

    @Test
    void interruptedThreadCanDoEverything() {
        Thread.currentThread().interrupt();

        SegmentFile file = store.partition(PARTITION).createSegment(0);
        file.append(UTF_8.encode("one"), UTF_8.encode("two"));
        file.force();
        file.truncate(3);
        store.writeState("votes", UTF_8.encode("promised"));
        store.writeCleanMark();
        boolean clean = store.takeCleanMark();
        ByteBuffer read = read(file);
        String state = UTF_8.decode(store.readState("votes").orElseThrow()).toString();
        boolean stillInterrupted = Thread.interrupted();

        assertThat(stillInterrupted).isTrue();
        assertThat(clean).isTrue();
        assertThat(UTF_8.decode(read).toString()).isEqualTo("one");
        assertThat(state).isEqualTo("promised");
    }

    @Test
    void interruptedThreadCanOpenTheDirectory() {
        directory.close();
        Thread.currentThread().interrupt();

        directory = DataDirectory.open(root, 1);
        directory.close();
        directory = DataDirectory.open(root.resolve("new"), 1);

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void interruptsInTheMiddleOfReadsAndWritesDoNotCloseTheFile() throws InterruptedException {
        SegmentFile file = store.partition(PARTITION).createSegment(0);
        ByteBuffer record = ByteBuffer.allocate(64 * 1024);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicBoolean done = new AtomicBoolean();
        Thread worker = new Thread(() -> {
            for (int i = 0; i < 2_000; i++) {
                if (i % 200 == 0) file.truncate(0);
                file.append(record);
                read(file);
                if (i % 20 == 0) file.force();
            }
        });
        worker.setUncaughtExceptionHandler((thread, e) -> failure.set(e));
        Thread storm = new Thread(() -> {
            while (!done.get()) worker.interrupt();
        });

        worker.start();
        storm.start();
        worker.join();
        done.set(true);
        storm.join();

        assertThat(failure.get()).isNull();
        assertThat(file.sizeBytes()).isEqualTo(200L * 64 * 1024);
    }

    private static ByteBuffer read(SegmentFile file) {
        try (LogSlice slice = file.slice(0, 64 * 1024)) {
            return slice.bytes();
        }
    }
}
