package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.partita.core.log.PartitionLog;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;

/**
 * The table of a log as it was when the log ended at an offset. Immutable; holds the pages of the table, not a copy.
 *
 * <p>Shape, big-endian: {@link Header}, for each entry what {@link EntryPages.View#encode} writes, CRC-32C u32 of all
 * before it. Stands beside the segment that was active.
 */
final class KeySnapshot {
    /** So many are written or read at a time. */
    static final int CHUNK_ENTRIES = 8_192;

    private final long segment;
    private final Header header;
    private final EntryPages.View entries;

    private KeySnapshot(long segment, Header header, EntryPages.View entries) {
        this.segment = segment;
        this.header = header;
        this.entries = entries;
    }

    /** On the loop: of a log that has at least one batch, all of whose keyed messages are known to the table. */
    static KeySnapshot of(IdempotencyTable table, PartitionLog log, PartitionId id) {
        EntryPages.View entries = table.view();
        return new KeySnapshot(log.activeBaseOffset(), new Header(id, log.logEndOffset(),
            log.latestEpoch().orElseThrow(), table.forgottenUpToMillis(), entries.count()), entries);
    }

    Header header() {
        return header;
    }

    /** In parts, so that it needs little memory, and without a force: who reads it checks it. Waits for the disk. */
    void write(PartitionStore files) {
        CRC32C crc = new CRC32C();
        ByteBuffer part = ByteBuffer.allocate(Header.SIZE_BYTES + Integer.BYTES
            + Math.min(CHUNK_ENTRIES, entries.count()) * EntryPages.View.ENTRY_BYTES);
        header.encode(part);
        long position = 0;
        for (int entry = 0; entry < entries.count(); entry++) {
            entries.encode(entry, part);
            if ((entry + 1) % CHUNK_ENTRIES == 0) position = write(files, position, part, crc);
        }
        crc.update(part.duplicate().flip());
        part.putInt((int) crc.getValue());
        files.writeIndex(segment, IndexKind.KEYS, position, part.flip());
    }

    private long write(PartitionStore files, long position, ByteBuffer part, CRC32C crc) {
        part.flip();
        crc.update(part.duplicate());
        files.writeIndex(segment, IndexKind.KEYS, position, part);
        long end = position + part.remaining();
        part.clear();
        return end;
    }

    /**
     * Front of a snapshot.
     *
     * <p>Shape, big-endian: magic u32, format u16 = 1, topic id (16 bytes), partition i32, then the others in their
     * order: i64, i32, i64, i32.
     *
     * @param upToOffset messages below this are in it
     * @param leaderEpoch of the batch that ends there
     * @param forgottenUpToMillis messages with an older stamp, or one of this time, may be missing
     * @param entries how many follow
     */
    record Header(PartitionId id, long upToOffset, int leaderEpoch, long forgottenUpToMillis, int entries) {
        static final int SIZE_BYTES = 50;

        private static final int MAGIC = 0x50544b53;
        private static final short FORMAT = 1;

        Header {
            requireNonNull(id, "id");
            if (upToOffset < 1) throw new IllegalArgumentException("upToOffset " + upToOffset + " < 1");
            if (entries < 0) throw new IllegalArgumentException("entries " + entries + " < 0");
        }

        void encode(ByteBuffer out) {
            out.putInt(MAGIC).putShort(FORMAT).putLong(id.topicId().getMostSignificantBits())
                .putLong(id.topicId().getLeastSignificantBits()).putInt(id.partition()).putLong(upToOffset)
                .putInt(leaderEpoch).putLong(forgottenUpToMillis).putInt(entries);
        }

        /** Empty if it is none, of another partition or of an unknown format. */
        static Optional<Header> decode(ByteBuffer in, PartitionId expected) {
            if (in.remaining() < SIZE_BYTES || in.getInt() != MAGIC || in.getShort() != FORMAT) return Optional.empty();
            UUID topicId = new UUID(in.getLong(), in.getLong());
            boolean ours = topicId.equals(expected.topicId()) && in.getInt() == expected.partition();
            if (!ours) return Optional.empty();
            try {
                return Optional.of(new Header(expected, in.getLong(), in.getInt(), in.getLong(), in.getInt()));
            } catch (IllegalArgumentException notOurs) {
                return Optional.empty();
            }
        }

        long fileBytes() {
            return SIZE_BYTES + (long) entries * EntryPages.View.ENTRY_BYTES + Integer.BYTES;
        }
    }
}
