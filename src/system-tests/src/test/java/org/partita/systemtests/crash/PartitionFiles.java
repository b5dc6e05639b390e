package org.partita.systemtests.crash;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** The files of one partition while nobody has them open, read by what the description of the format says. */
final class PartitionFiles {
    private static final int BEFORE_LENGTH = Long.BYTES;
    private static final int LENGTH_END = BEFORE_LENGTH + Integer.BYTES;
    private static final int LAST_DELTA_POSITION = 23;
    private static final int HEADER_BYTES = 61;
    private static final int CHECKPOINT_START = 6;
    /** Of an entry of the checkpoint: what it has before its leader epochs, of each of these, and behind. */
    private static final int CHECKPOINT_EPOCH_COUNT = 44;
    private static final int CHECKPOINT_ENTRY = 92;
    private static final int CHECKPOINT_EPOCH = 12;

    private final Path root;
    private final UUID topicId;
    private final int partition;

    PartitionFiles(Path root, UUID topicId, int partition) {
        this.root = root;
        this.topicId = topicId;
        this.partition = partition;
    }

    /** A batch in a segment file. */
    record Batch(Path file, long segment, int position, int sizeBytes, long baseOffset, long endOffset) {
        int endPosition() {
            return position + sizeBytes;
        }
    }

    /** As reports call it. */
    String id() {
        return topicId + "-" + partition;
    }

    Path root() {
        return root;
    }

    Path directory() {
        return root.resolve(topicId.toString()).resolve(Integer.toString(partition));
    }

    /** By base offset; the last one is active. */
    List<Path> segments() {
        return named(".log");
    }

    List<Path> named(String suffix) {
        try (Stream<Path> files = Files.list(directory())) {
            return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path active() {
        List<Path> segments = segments();
        return segments.get(segments.size() - 1);
    }

    static long baseOffset(Path segment) {
        String name = segment.getFileName().toString();
        return Long.parseLong(name.substring(0, name.indexOf('.')));
    }

    /** The whole batches at the front of a segment. */
    static List<Batch> batches(Path segment) {
        List<Batch> batches = new ArrayList<>();
        ByteBuffer content = ByteBuffer.wrap(content(segment));
        long next = baseOffset(segment);
        int position = 0;
        while (content.limit() - position >= HEADER_BYTES) {
            int size = LENGTH_END + content.getInt(position + BEFORE_LENGTH);
            long base = content.getLong(position);
            if (size < HEADER_BYTES || size > content.limit() - position || base != next) break;
            next = base + content.getInt(position + LAST_DELTA_POSITION) + 1;
            batches.add(new Batch(segment, baseOffset(segment), position, size, base, next));
            position += size;
        }
        return batches;
    }

    /** Where the whole batches of a segment end. */
    static int wholeBytes(Path segment) {
        List<Batch> batches = batches(segment);
        return batches.isEmpty() ? 0 : batches.get(batches.size() - 1).endPosition();
    }

    /** Offset that comes next. */
    long endOffset() {
        List<Batch> batches = batches(active());
        return batches.isEmpty() ? baseOffset(active()) : batches.get(batches.size() - 1).endOffset();
    }

    /** Offset below which the active segment is noted as durable; 0 if no undamaged note tells. */
    long notedEnd() {
        Path checkpoint = root.resolve("flushed.state");
        if (!Files.exists(checkpoint)) return 0;
        ByteBuffer in = ByteBuffer.wrap(content(checkpoint));
        if (!isSealed(in)) return 0;
        int at = CHECKPOINT_START;
        while (at + CHECKPOINT_ENTRY <= in.limit()) {
            boolean ours = in.getLong(at) == topicId.getMostSignificantBits()
                && in.getLong(at + 8) == topicId.getLeastSignificantBits() && in.getInt(at + 16) == partition;
            if (ours) return in.getLong(at + 20) == baseOffset(active()) ? in.getLong(at + 28) : 0;
            at += CHECKPOINT_ENTRY + CHECKPOINT_EPOCH * in.getInt(at + CHECKPOINT_EPOCH_COUNT);
        }
        return 0;
    }

    /** An earlier damage may not have been made good: the broker may have died before its next note. */
    private static boolean isSealed(ByteBuffer state) {
        int end = state.limit() - Integer.BYTES;
        if (end < CHECKPOINT_START) return false;
        CRC32C crc = new CRC32C();
        crc.update(state.slice(0, end));
        return (int) crc.getValue() == state.getInt(end);
    }

    static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int sizeBytes(Path file) {
        try {
            return (int) Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, long position, byte[] bytes) {
        try (FileChannel channel = FileChannel.open(file, READ, WRITE, CREATE)) {
            channel.write(ByteBuffer.wrap(bytes), position);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void cut(Path file, long sizeBytes) {
        try (FileChannel channel = FileChannel.open(file, WRITE)) {
            channel.truncate(sizeBytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void replace(Path file, byte[] content) {
        try {
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
