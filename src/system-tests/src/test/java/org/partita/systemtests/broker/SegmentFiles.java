package org.partita.systemtests.broker;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The segment files of one partition while its broker is down. Knows of the format what its description promises:
 * a file holds batches of base offset u64, length u32 of what follows, and the rest.
 */
final class SegmentFiles {
    private static final int BEFORE_LENGTH = Long.BYTES;
    private static final int BATCH_OVERHEAD = Long.BYTES + Integer.BYTES;

    private final Path directory;

    SegmentFiles(Path dataDirectory, String topicId, int partition) {
        this.directory = dataDirectory.resolve(topicId).resolve(Integer.toString(partition));
    }

    int count() {
        return logs().size();
    }

    /** @return base offset of the batch that is lost by this */
    long overwriteLengthOfLastBatch(int length) {
        byte[] content = read(newest());
        List<Integer> positions = batchPositions(content);
        int last = positions.get(positions.size() - 1);
        write(last + BEFORE_LENGTH, ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
        return ByteBuffer.wrap(content).getLong(last);
    }

    /** @return base offset of the batch that is lost by this */
    long damageLastByte() {
        byte[] content = read(newest());
        List<Integer> positions = batchPositions(content);
        write(content.length - 1, ByteBuffer.wrap(new byte[] {(byte) ~content[content.length - 1]}));
        return ByteBuffer.wrap(content).getLong(positions.get(positions.size() - 1));
    }

    /** @return base offset of the newest file, empty from now on */
    long emptyNewest() {
        try (FileChannel file = FileChannel.open(newest(), WRITE)) {
            file.truncate(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Long.parseLong(newest().getFileName().toString().replace(".log", ""));
    }

    void addEmptySegment(long baseOffset) {
        try {
            Files.write(directory.resolve("%020d.log".formatted(baseOffset)), new byte[0], CREATE_NEW);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As if the machine had lost power in the middle of an append. */
    void appendHalfBatch() {
        byte[] content = read(newest());
        append(Arrays.copyOf(content, batchSize(content, 0) / 2));
    }

    int leaderEpoch() {
        return ByteBuffer.wrap(read(newest())).getInt(BATCH_OVERHEAD);
    }

    /** At the end of the newest file. */
    void append(byte[] content) {
        try {
            Files.write(newest(), content, APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Integer> batchPositions(byte[] content) {
        List<Integer> positions = new ArrayList<>();
        for (int position = 0; position < content.length; position += batchSize(content, position)) {
            positions.add(position);
        }
        return positions;
    }

    private static int batchSize(byte[] content, int position) {
        return BATCH_OVERHEAD + ByteBuffer.wrap(content).getInt(position + BEFORE_LENGTH);
    }

    private void write(int position, ByteBuffer bytes) {
        try (FileChannel file = FileChannel.open(newest(), READ, WRITE)) {
            file.write(bytes, position);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path newest() {
        List<Path> logs = logs();
        return logs.get(logs.size() - 1);
    }

    private List<Path> logs() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
