package org.partita.systemtests.crash;

import static org.partita.systemtests.crash.PartitionFiles.baseOffset;
import static org.partita.systemtests.crash.PartitionFiles.batches;
import static org.partita.systemtests.crash.PartitionFiles.content;
import static org.partita.systemtests.crash.PartitionFiles.cut;
import static org.partita.systemtests.crash.PartitionFiles.delete;
import static org.partita.systemtests.crash.PartitionFiles.replace;
import static org.partita.systemtests.crash.PartitionFiles.sizeBytes;
import static org.partita.systemtests.crash.PartitionFiles.wholeBytes;
import static org.partita.systemtests.crash.PartitionFiles.write;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.partita.systemtests.crash.Outcome.EndsAt;
import org.partita.systemtests.crash.Outcome.FoundAt;
import org.partita.systemtests.crash.Outcome.Whole;
import org.partita.systemtests.crash.PartitionFiles.Batch;

/** What a crash or a bad disk does to the files of one partition. */
enum Damage {
    RANDOM_BYTES_APPENDED((files, random) -> append(files, bytes(random, 1 + random.nextInt(100_000)))),
    ZERO_BYTES_APPENDED((files, random) -> append(files, new byte[1 + random.nextInt(100_000)])),
    MANY_ZERO_BYTES_APPENDED((files, random) -> {
        write(files.active(), sizeBytes(files.active()) + Damage.MANY_BYTES, new byte[1]);
        return Optional.of(endsBehindWhole(files));
    }),
    HALF_BATCH_APPENDED((files, random) -> any(batches(files.active()), random).flatMap(batch -> {
        byte[] next = bytesOf(batch);
        ByteBuffer.wrap(next).putLong(files.endOffset());
        return append(files, Arrays.copyOf(next, 1 + random.nextInt(next.length - 1)));
    })),
    OLD_BATCH_APPENDED((files, random) -> any(batches(files.active()), random)
        .flatMap(batch -> append(files, bytesOf(batch)))),
    EMPTY_SEGMENT_ADDED((files, random) -> {
        boolean torn = wholeBytes(files.active()) < sizeBytes(files.active());
        if (torn || wholeBytes(files.active()) == 0) return Optional.empty();
        replace(files.directory().resolve("%020d.log".formatted(files.endOffset())), new byte[0]);
        return Optional.of(new Whole());
    }),
    END_CUT_OFF((files, random) -> anyNearEnd(files, random).map(batch -> {
        int into = random.nextInt(4) == 0 ? 0 : random.nextInt(batch.sizeBytes());
        cut(files.active(), batch.position() + into);
        return new EndsAt(batch.baseOffset(), batch.segment(), into == 0 ? -1 : batch.position());
    })),
    END_ZEROED((files, random) -> overwriteEnd(files, random, false)),
    END_GARBLED((files, random) -> overwriteEnd(files, random, true)),
    LAST_LENGTH_HUGE((files, random) -> lastLength(files, 0x7FFFFFFF)),
    LAST_LENGTH_NEGATIVE((files, random) -> lastLength(files, 0xFFFFFFFF)),
    LAST_LENGTH_ZERO((files, random) -> lastLength(files, 0)),
    INNER_LENGTH_OVERWRITTEN((files, random) -> {
        List<Batch> all = batches(files.active());
        if (all.size() < 2) return Optional.empty();
        Batch batch = all.get(random.nextInt(all.size() - 1));
        int length = List.of(0x7FFFFFFF, 0xFFFFFFFF, 0).get(random.nextInt(3));
        return Optional.of(overwriteInner(files, batch, Damage.LENGTH_POSITION,
            ByteBuffer.allocate(4).putInt(length).array(), all.get(all.size() - 1).endOffset()));
    }),
    CLOSED_BYTE_FLIPPED((files, random) -> anyClosed(files, random).map(batch -> flip(batch, random))),
    CLOSED_OFFSET_CHANGED((files, random) -> anyClosed(files, random).map(batch -> overwrite(batch, 0,
        ByteBuffer.allocate(Long.BYTES).putLong(batch.baseOffset() ^ 1L << random.nextInt(Long.SIZE)).array()))),
    CLOSED_LENGTH_OVERWRITTEN((files, random) -> anyClosed(files, random).map(batch -> {
        int length = List.of(0x7FFFFFFF, 0xFFFFFFFF, 0).get(random.nextInt(3));
        return overwrite(batch, Damage.LENGTH_POSITION, ByteBuffer.allocate(4).putInt(length).array());
    })),
    INDEXES_DELETED((files, random) -> {
        indexes(files).forEach(PartitionFiles::delete);
        return Optional.of(new Whole());
    }),
    INDEXES_GARBLED((files, random) -> {
        indexes(files).forEach(file -> replace(file, bytes(random, sizeBytes(file) + random.nextInt(20))));
        return Optional.of(new Whole());
    }),
    INDEXES_CUT((files, random) -> {
        indexes(files).forEach(file -> cut(file, sizeBytes(file) / 2));
        return Optional.of(new Whole());
    }),
    INDEXES_SWAPPED((files, random) -> {
        List<Path> all = indexes(files);
        if (all.size() < 4) return Optional.empty();
        byte[] first = content(all.get(0));
        for (int i = 0; i + 1 < all.size(); i++) replace(all.get(i), content(all.get(i + 1)));
        replace(all.get(all.size() - 1), first);
        return Optional.of(new Whole());
    }),
    LOG_STATE_EMPTIED((files, random) -> logState(files, new byte[0])),
    LOG_STATE_HALVED((files, random) -> logState(files, halfOfLogState(files))),
    LOG_STATE_GARBLED((files, random) -> logState(files, bytes(random, 100))),
    LOG_STATE_DELETED((files, random) -> {
        if (!files.directory().resolve(Damage.LOG_STATE).toFile().exists()) return Optional.empty();
        delete(files.directory().resolve(Damage.LOG_STATE));
        return Optional.of(new Whole());
    });

    private static final String LOG_STATE = "log.state";
    private static final int MANY_BYTES = 256 << 20;
    private static final int LENGTH_POSITION = 8;
    private static final int EPOCH_POSITION = 12;
    private static final int INDEX_INTERVAL = 4096;
    private static final int NEAR_END = 6;

    private final Kind kind;

    Damage(Kind kind) {
        this.kind = kind;
    }

    @FunctionalInterface
    private interface Kind {
        Optional<? extends Outcome> apply(PartitionFiles files, SplittableRandom random);
    }

    /** @return what the next start must come to; empty if there is nothing to damage in this way */
    Optional<Outcome> apply(PartitionFiles files, SplittableRandom random) {
        return kind.apply(files, random).map(Outcome.class::cast);
    }

    private static byte[] bytes(SplittableRandom random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] bytesOf(Batch batch) {
        return Arrays.copyOfRange(content(batch.file()), batch.position(), batch.endPosition());
    }

    private static Optional<Batch> any(List<Batch> batches, SplittableRandom random) {
        return batches.isEmpty() ? Optional.empty() : Optional.of(batches.get(random.nextInt(batches.size())));
    }

    private static Optional<Batch> anyNearEnd(PartitionFiles files, SplittableRandom random) {
        List<Batch> all = batches(files.active());
        return any(all.subList(Math.max(0, all.size() - NEAR_END), all.size()), random);
    }

    private static Optional<Batch> anyClosed(PartitionFiles files, SplittableRandom random) {
        List<Path> closed = files.segments().subList(0, files.segments().size() - 1);
        return closed.isEmpty() ? Optional.empty()
            : any(batches(closed.get(random.nextInt(closed.size()))), random);
    }

    private static EndsAt endsBehindWhole(PartitionFiles files) {
        return new EndsAt(files.endOffset(), baseOffset(files.active()), wholeBytes(files.active()));
    }

    private static Optional<Outcome> append(PartitionFiles files, byte[] garbage) {
        EndsAt outcome = endsBehindWhole(files);
        write(files.active(), sizeBytes(files.active()), garbage);
        return Optional.of(outcome);
    }

    private static Optional<Outcome> overwriteEnd(PartitionFiles files, SplittableRandom random, boolean garble) {
        return anyNearEnd(files, random).map(batch -> {
            byte[] end = new byte[sizeBytes(batch.file()) - batch.position()];
            if (garble) random.nextBytes(end);
            write(batch.file(), batch.position(), end);
            return new EndsAt(batch.baseOffset(), batch.segment(), batch.position());
        });
    }

    private static Optional<Outcome> lastLength(PartitionFiles files, int length) {
        List<Batch> all = batches(files.active());
        if (all.isEmpty()) return Optional.empty();
        Batch last = all.get(all.size() - 1);
        write(last.file(), last.position() + LENGTH_POSITION, ByteBuffer.allocate(4).putInt(length).array());
        return Optional.of(new EndsAt(last.baseOffset(), last.segment(), last.position()));
    }

    /** In what is noted as durable it is damage if the log goes on behind it, otherwise the end of a torn write. */
    private static Outcome overwriteInner(PartitionFiles files, Batch batch, int at, byte[] bytes, long endOffset) {
        boolean durable = batch.baseOffset() < files.notedEnd() && batch.endOffset() < endOffset;
        if (durable) return overwrite(batch, at, bytes);
        write(batch.file(), batch.position() + at, bytes);
        return new EndsAt(batch.baseOffset(), batch.segment(), batch.position());
    }

    private static Outcome flip(Batch batch, SplittableRandom random) {
        // Nothing in the format covers the epoch, and no message depends on it.
        int any = random.nextInt(batch.sizeBytes() - Integer.BYTES);
        int at = any < Damage.EPOCH_POSITION ? any : any + Integer.BYTES;
        byte flipped = (byte) (bytesOf(batch)[at] ^ 1 << random.nextInt(Byte.SIZE));
        return overwrite(batch, at, new byte[] {flipped});
    }

    private static Outcome overwrite(Batch batch, int at, byte[] bytes) {
        byte[] before = Arrays.copyOfRange(bytesOf(batch), at, at + bytes.length);
        long readableFrom = readableBehind(batch);
        write(batch.file(), batch.position() + at, bytes);
        return new FoundAt(batch, readableFrom, () -> write(batch.file(), batch.position() + at, before));
    }

    /**
     * Reading goes on behind the next batch that has an entry in the index. If the index is not right either, since
     * earlier damage to it was not made good before the kill, it cannot be made again from a damaged segment.
     */
    private static long readableBehind(Batch damaged) {
        List<Batch> all = batches(damaged.file());
        int from = hasItsIndex(damaged.file(), all) ? damaged.position() + INDEX_INTERVAL : Integer.MAX_VALUE;
        return all.stream().filter(each -> each.position() >= from).findFirst().orElse(all.get(all.size() - 1))
            .endOffset();
    }

    private static boolean hasItsIndex(Path segment, List<Batch> batches) {
        ByteBuffer expected = ByteBuffer.allocate(batches.size() * 2 * Integer.BYTES);
        int last = 0;
        for (Batch each : batches) {
            if (each.position() - last < INDEX_INTERVAL) continue;
            last = each.position();
            expected.putInt((int) (each.endOffset() - 1 - each.segment())).putInt(last);
        }
        Path index = segment.resolveSibling(segment.getFileName().toString().replace(".log", ".index"));
        byte[] found = index.toFile().exists() ? content(index) : new byte[0];
        return expected.flip().equals(ByteBuffer.wrap(found));
    }

    private static List<Path> indexes(PartitionFiles files) {
        return Stream.of(".index", ".timeindex").flatMap(suffix -> files.named(suffix).stream())
            .toList();
    }

    private static byte[] halfOfLogState(PartitionFiles files) {
        Path state = files.directory().resolve(LOG_STATE);
        byte[] content = state.toFile().exists() ? content(state) : new byte[0];
        return Arrays.copyOf(content, content.length / 2);
    }

    private static Optional<Outcome> logState(PartitionFiles files, byte[] content) {
        replace(files.directory().resolve(LOG_STATE), content);
        return Optional.of(new Whole());
    }
}
