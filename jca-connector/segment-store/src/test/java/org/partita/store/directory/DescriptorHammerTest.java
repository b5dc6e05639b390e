package org.partita.store.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.StorageException;
import org.partita.store.file.OpenFiles;

/** Appends, reads, cuts, forces, rolls and deletions from many threads while files are closed under all of them. */
final class DescriptorHammerTest {
    private static final int WRITERS = 4;
    private static final int READERS = 4;
    private static final int STEPS = 2_500;
    private static final int KEPT_SEGMENTS = 10;

    @TempDir
    private Path root;

    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicLong reads = new AtomicLong();

    @Test
    void everyReadGivesTheBytesOfItsPlaceWhateverIsClosedMeanwhile() throws Exception {
        OpenFiles openFiles = new OpenFiles(3, 16);
        DataDirectory directory = DataDirectory.open(root, 1, openFiles);
        List<Writer> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new Writer(i, directory.connect().partition(new PartitionId(new UUID(3, 4), i))));
        }
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS);
        try {
            List<Future<?>> writing = writers.stream().<Future<?>>map(threads::submit).toList();
            List<Future<?>> reading = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                Random random = new Random(100 + i);
                reading.add(threads.submit(() -> {
                    while (!done.get()) writers.get(random.nextInt(WRITERS)).readSomewhere(random, reads);
                }));
            }

            try {
                for (Future<?> each : writing) each.get();
            } finally {
                done.set(true);
            }
            for (Future<?> each : reading) each.get();
        } finally {
            threads.shutdownNow();
        }
        for (Writer writer : writers) writer.checkAll();
        directory.close();

        assertThat(reads.get()).isGreaterThan(STEPS);
        assertNothingIsOpen(openFiles);
    }

    private void assertNothingIsOpen(OpenFiles openFiles) throws IOException {
        assertThat(openFiles.count()).isZero();
        if (OpenDescriptors.areListed()) assertThat(OpenDescriptors.below(root)).isEmpty();
    }

    /** The only one that changes its partition. */
    private static final class Writer implements Runnable {
        private final int number;
        private final PartitionStore store;
        private final Random random;
        private final ConcurrentSkipListMap<Integer, SegmentFile> segments = new ConcurrentSkipListMap<>();

        private Writer(int number, PartitionStore store) {
            this.number = number;
            this.store = store;
            this.random = new Random(number);
            segments.put(0, store.createSegment(0));
        }

        @Override
        public void run() {
            for (int step = 0; step < STEPS; step++) {
                int choice = random.nextInt(100);
                if (choice < 70) append();
                else if (choice < 80) roll();
                else if (choice < 90) segments.lastEntry().getValue().force();
                else if (choice < 95) cut();
                else reopen();
            }
        }

        private void append() {
            SegmentFile last = segments.lastEntry().getValue();
            last.append(ManySegments.bytes(number, segments.lastKey(), (int) last.sizeBytes(),
                1 + random.nextInt(300)));
        }

        private void roll() {
            segments.lastEntry().getValue().force();
            int next = segments.lastKey() + 1;
            segments.put(next, store.createSegment(next));
            if (segments.size() <= KEPT_SEGMENTS) return;
            int first = segments.firstKey();
            SegmentFile removed = segments.remove(first);
            store.deleteSegment(first);
            removed.close();
        }

        private void cut() {
            SegmentFile last = segments.lastEntry().getValue();
            last.truncate(random.nextInt((int) last.sizeBytes() + 1));
        }

        private void reopen() {
            int chosen = segments.firstKey() + random.nextInt(segments.size());
            SegmentFile before = segments.remove(chosen);
            before.force();
            before.close();
            segments.put(chosen, store.openSegment(chosen));
        }

        /** Only what was closed or cut meanwhile may fail. */
        private void readSomewhere(Random reader, AtomicLong reads) {
            var entry = segments.ceilingEntry(segments.firstKey() + reader.nextInt(KEPT_SEGMENTS));
            if (entry == null) return;
            SegmentFile file = entry.getValue();
            int position = reader.nextInt((int) file.sizeBytes() + 1);
            try (LogSlice slice = file.slice(position, 1 + reader.nextInt(400))) {
                assertThat(slice.bytes()).isEqualTo(
                    ManySegments.bytes(number, entry.getKey(), position, slice.lengthBytes()));
                reads.incrementAndGet();
            } catch (IllegalStateException e) {
                assertThat(segments.get(entry.getKey())).as(e.getMessage()).isNotSameAs(file);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("position " + position);
            } catch (StorageException e) {
                assertThat(e).hasMessageContaining("it was cut meanwhile");
            }
        }

        private void checkAll() {
            segments.forEach((segment, file) -> {
                try (LogSlice slice = file.slice(0, Integer.MAX_VALUE)) {
                    assertThat(slice.bytes()).isEqualTo(ManySegments.bytes(number, segment, 0, slice.lengthBytes()));
                }
            });
        }
    }
}
