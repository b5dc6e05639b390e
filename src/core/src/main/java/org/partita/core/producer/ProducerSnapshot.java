package org.partita.core.producer;

import static java.util.Objects.requireNonNull;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32C;

import org.partita.storage.PartitionId;

/**
 * The table of a log as it was when the log ended at an offset. Immutable; any thread may encode it.
 *
 * <p>Shape, big-endian: magic u32, format u16 = 1, topic id (16 bytes), partition i32, end of the log i64, leader epoch
 * of the batch that ends there i32, count i32, for each producer, the one idle longest first, what
 * {@link ProducerEntry#encode} writes, CRC-32C u32 of all before it.
 */
public final class ProducerSnapshot {
    private static final int MAGIC = 0x50545053;
    private static final short FORMAT = 1;
    private static final int HEADER_BYTES = 42;
    /** Of the largest table there can be. */
    static final int MAX_ENCODED_BYTES = HEADER_BYTES + ProducerLimits.MAX_PER_PARTITION
        * ProducerEntry.MAX_ENCODED_BYTES + Integer.BYTES;

    private final PartitionId id;
    private final long upToOffset;
    private final int leaderEpoch;
    private final long wallMinusRelativeMillis;
    private final List<ProducerEntry> entries;

    /** @param wallMinusRelativeMillis what the times of the entries are behind those of the broker's clock */
    ProducerSnapshot(PartitionId id, long upToOffset, int leaderEpoch, long wallMinusRelativeMillis,
                     List<ProducerEntry> entries) {
        this.id = requireNonNull(id, "id");
        if (upToOffset < 1) throw new IllegalArgumentException("upToOffset " + upToOffset + " < 1");
        this.upToOffset = upToOffset;
        this.leaderEpoch = leaderEpoch;
        this.wallMinusRelativeMillis = wallMinusRelativeMillis;
        this.entries = requireNonNull(entries, "entries");
    }

    /** Batches below this are in it, those from it on are not. */
    public long upToOffset() {
        return upToOffset;
    }

    /** Of the batch that ends there: a log that has such a batch there is the same log up to there. */
    public int leaderEpoch() {
        return leaderEpoch;
    }

    List<ProducerEntry> entries() {
        return entries;
    }

    long lastAppendWallMillis(ProducerEntry entry) {
        return Math.max(0, entry.lastAppendMillis() + wallMinusRelativeMillis);
    }

    public ByteBuffer encode() {
        int entryBytes = entries.stream().mapToInt(ProducerEntry::encodedBytes).sum();
        ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + entryBytes + Integer.BYTES);
        out.putInt(MAGIC).putShort(FORMAT).putLong(id.topicId().getMostSignificantBits())
            .putLong(id.topicId().getLeastSignificantBits()).putInt(id.partition()).putLong(upToOffset)
            .putInt(leaderEpoch).putInt(entries.size());
        for (ProducerEntry entry : entries) entry.encode(out, lastAppendWallMillis(entry));
        return out.putInt(crc(out.duplicate().flip())).flip();
    }

    /**
     * Reads the remaining bytes, of any origin: nothing is allocated on their word alone.
     *
     * @return empty if they are none, damaged, of another partition or of an unknown format
     */
    public static Optional<ProducerSnapshot> decode(ByteBuffer content, PartitionId expected) {
        ByteBuffer in = content.slice();
        int bodyBytes = in.remaining() - Integer.BYTES;
        if (bodyBytes < HEADER_BYTES || in.getInt(bodyBytes) != crc(in.slice(0, bodyBytes))) return Optional.empty();
        in.limit(bodyBytes);
        if (in.getInt() != MAGIC || in.getShort() != FORMAT) return Optional.empty();
        UUID topicId = new UUID(in.getLong(), in.getLong());
        boolean ours = topicId.equals(expected.topicId()) && in.getInt() == expected.partition();
        return ours ? decodeRest(in, expected) : Optional.empty();
    }

    private static Optional<ProducerSnapshot> decodeRest(ByteBuffer in, PartitionId id) {
        try {
            long upToOffset = in.getLong();
            int leaderEpoch = in.getInt();
            List<ProducerEntry> entries = decodeEntries(in, upToOffset);
            return Optional.of(new ProducerSnapshot(id, upToOffset, leaderEpoch, 0, entries));
        } catch (IllegalArgumentException | BufferUnderflowException senseless) {
            return Optional.empty();
        }
    }

    private static List<ProducerEntry> decodeEntries(ByteBuffer in, long upToOffset) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / ProducerEntry.MIN_ENCODED_BYTES) {
            throw new IllegalArgumentException(count + " producers");
        }
        List<ProducerEntry> entries = new ArrayList<>(count);
        Set<Long> producerIds = new HashSet<>();
        for (int left = count; left > 0; left--) {
            ProducerEntry entry = ProducerEntry.decode(in, upToOffset);
            if (!producerIds.add(entry.producerId())) {
                throw new IllegalArgumentException("producer " + entry.producerId() + " twice");
            }
            entries.add(entry);
        }
        if (in.hasRemaining()) throw new IllegalArgumentException(in.remaining() + " bytes too many");
        return entries;
    }

    private static int crc(ByteBuffer content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        return (int) crc.getValue();
    }
}
