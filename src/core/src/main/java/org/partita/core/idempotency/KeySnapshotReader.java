package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.partita.core.log.PartitionLog;
import org.partita.storage.IndexFile;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionStore;

/** Puts a snapshot into an empty table. Waits for the disk. */
final class KeySnapshotReader {
    private final PartitionStore files;
    private final PartitionLog log;

    KeySnapshotReader(PartitionStore files, PartitionLog log) {
        this.files = requireNonNull(files, "files");
        this.log = requireNonNull(log, "log");
    }

    /** What came of it. */
    enum Outcome { TAKEN, TOO_FORGETFUL, NOT_OF_THIS_LOG, DAMAGED }

    /** @param upToOffset of a snapshot that was taken, 0 of any other */
    record Result(Outcome outcome, long upToOffset) {
        private static Result none(Outcome outcome) {
            return new Result(outcome, 0);
        }
    }

    /**
     * If it is not taken the table is empty.
     *
     * @param neededAfterMillis it must have every message with a younger stamp
     */
    Result read(long segment, IdempotencyTable table, long neededAfterMillis, TableRecovery recovery) {
        try (IndexFile file = files.openIndex(segment, IndexKind.KEYS).orElseThrow()) {
            Optional<KeySnapshot.Header> found = KeySnapshot.Header.decode(file.read(0, KeySnapshot.Header.SIZE_BYTES),
                files.id());
            if (found.isEmpty() || found.get().fileBytes() != file.sizeBytes()) return Result.none(Outcome.DAMAGED);
            KeySnapshot.Header header = found.get();
            if (!fits(header)) return Result.none(Outcome.NOT_OF_THIS_LOG);
            if (header.forgottenUpToMillis() > neededAfterMillis) return Result.none(Outcome.TOO_FORGETFUL);
            if (take(file, header, recovery)) return new Result(Outcome.TAKEN, header.upToOffset());
            table.clear();
            return Result.none(Outcome.DAMAGED);
        } catch (RuntimeException failure) {
            table.clear();
            throw failure;
        }
    }

    /** A log that has a batch of the same leader epoch there is the same log up to there. */
    boolean fits(KeySnapshot.Header header) {
        return log.epochBefore(header.upToOffset()).stream().anyMatch(epoch -> epoch == header.leaderEpoch());
    }

    private static boolean take(IndexFile file, KeySnapshot.Header header, TableRecovery recovery) {
        CRC32C crc = new CRC32C();
        crc.update(file.read(0, KeySnapshot.Header.SIZE_BYTES));
        long position = KeySnapshot.Header.SIZE_BYTES;
        for (int left = header.entries(); left > 0; left -= KeySnapshot.CHUNK_ENTRIES) {
            int bytes = Math.min(left, KeySnapshot.CHUNK_ENTRIES) * EntryPages.View.ENTRY_BYTES;
            ByteBuffer part = file.read(position, bytes);
            crc.update(part.duplicate());
            if (part.remaining() != bytes || !take(part, recovery)) return false;
            position += bytes;
        }
        ByteBuffer end = file.read(position, Integer.BYTES);
        return end.remaining() == Integer.BYTES && end.getInt() == (int) crc.getValue();
    }

    private static boolean take(ByteBuffer part, TableRecovery recovery) {
        while (part.hasRemaining()) {
            Fingerprint key = new Fingerprint(part.getLong(), part.getLong());
            Fingerprint content = new Fingerprint(part.getLong(), part.getLong());
            long offset = part.getLong();
            long timestampMillis = part.getLong();
            long takenAtMillis = part.getLong();
            int index = part.getInt();
            if (index < 0 || offset < 0) return false;
            recovery.take(new Stamp(key, index, content, takenAtMillis), offset, timestampMillis);
        }
        return true;
    }
}
