package org.partita.store.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;

/** Fifty partitions of forty segments each. Every byte tells where it stands. */
final class ManySegments {
    static final int PARTITIONS = 50;
    static final int SEGMENTS = 40;

    private static final UUID TOPIC = new UUID(3, 4);
    private static final int FIRST_BYTES = 300;

    private final List<List<SegmentFile>> files = new ArrayList<>();

    private ManySegments() {
    }

    /** Into a data directory that nobody has open, without waiting for the disk. */
    static void write(Path root) throws IOException {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            Path directory = Files.createDirectories(root.resolve(TOPIC.toString()).resolve("" + partition));
            for (int segment = 0; segment < SEGMENTS; segment++) {
                Files.write(directory.resolve(String.format("%020d.log", segment)),
                    bytes(partition, segment, 0, FIRST_BYTES).array());
            }
        }
    }

    static ManySegments open(SegmentStore store) {
        ManySegments found = new ManySegments();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            PartitionStore directory = store.partition(new PartitionId(TOPIC, partition));
            found.files.add(directory.segments().stream().map(directory::openSegment).toList());
        }
        return found;
    }

    SegmentFile file(int partition, int segment) {
        return files.get(partition).get(segment);
    }

    /** Reads anywhere; now and then the last segment of a partition grows, and more rarely it is forced. */
    void readAndAppend(Random random, int steps) {
        for (int step = 0; step < steps; step++) {
            int partition = random.nextInt(PARTITIONS);
            readAndCheck(partition, random.nextInt(SEGMENTS), random);
            if (random.nextInt(3) == 0) append(partition, 1 + random.nextInt(100));
            if (random.nextInt(100) == 0) file(random.nextInt(PARTITIONS), SEGMENTS - 1).force();
        }
    }

    private void append(int partition, int lengthBytes) {
        SegmentFile last = file(partition, SEGMENTS - 1);
        last.append(bytes(partition, SEGMENTS - 1, (int) last.sizeBytes(), lengthBytes));
    }

    private void readAndCheck(int partition, int segment, Random random) {
        SegmentFile file = file(partition, segment);
        int position = random.nextInt((int) file.sizeBytes());
        try (LogSlice slice = file.slice(position, 1 + random.nextInt(200))) {
            check(partition, segment, position, slice);
        }
    }

    void checkAll() {
        assertThat(files).hasSize(PARTITIONS);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            assertThat(files.get(partition)).hasSize(SEGMENTS);
            for (int segment = 0; segment < SEGMENTS; segment++) {
                assertThat(file(partition, segment).sizeBytes()).isGreaterThanOrEqualTo(FIRST_BYTES);
                try (LogSlice slice = file(partition, segment).slice(0, Integer.MAX_VALUE)) {
                    check(partition, segment, 0, slice);
                }
            }
        }
    }

    long sizeBytes() {
        return files.stream().flatMap(List::stream).mapToLong(SegmentFile::sizeBytes).sum();
    }

    private static void check(int partition, int segment, int position, LogSlice slice) {
        assertThat(slice.bytes()).isEqualTo(bytes(partition, segment, position, slice.lengthBytes()));
    }

    static ByteBuffer bytes(int partition, int segment, int position, int lengthBytes) {
        ByteBuffer bytes = ByteBuffer.allocate(lengthBytes);
        for (int i = 0; i < lengthBytes; i++) bytes.put((byte) (partition * 31 + segment * 7 + position + i));
        return bytes.flip();
    }
}
