package org.partita.core.log.state;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;

/**
 * How far the active segment of each log of a data directory was durable. State {@code flushed} of the directory.
 *
 * <p>Shape, big-endian, for each partition: topic id (16 bytes), partition i32, summary.
 */
public record FlushCheckpoint(SortedMap<PartitionId, SegmentSummary> fronts) {
    private static final String NAME = "flushed";
    private static final int MAGIC = 0x50544643;
    /** 2: with leader epochs. */
    private static final int FORMAT = 2;
    private static final int ID_BYTES = 20;

    public FlushCheckpoint {
        fronts = new TreeMap<>(fronts);
    }

    /** Empty if it was never written or is damaged: then every active segment is read. */
    public static FlushCheckpoint read(SegmentStore store) {
        return Sealed.read("state " + NAME, MAGIC, store.readState(NAME), FlushCheckpoint::decode)
            .orElse(new FlushCheckpoint(new TreeMap<>()));
    }

    public void write(SegmentStore store) {
        int summaryBytes = fronts.values().stream().mapToInt(SegmentSummary::encodedBytes).sum();
        ByteBuffer out = Sealed.open(MAGIC, FORMAT, fronts.size() * ID_BYTES + summaryBytes);
        for (Map.Entry<PartitionId, SegmentSummary> front : fronts.entrySet()) {
            UUID topicId = front.getKey().topicId();
            out.putLong(topicId.getMostSignificantBits()).putLong(topicId.getLeastSignificantBits())
                .putInt(front.getKey().partition());
            front.getValue().encode(out);
        }
        store.writeState(NAME, Sealed.close(out));
    }

    private static Optional<FlushCheckpoint> decode(int format, ByteBuffer in) {
        if (format != FORMAT) return Optional.empty();
        SortedMap<PartitionId, SegmentSummary> fronts = new TreeMap<>();
        try {
            while (in.hasRemaining()) {
                PartitionId id = new PartitionId(new UUID(in.getLong(), in.getLong()), in.getInt());
                fronts.put(id, SegmentSummary.decode(in));
            }
            return Optional.of(new FlushCheckpoint(fronts));
        } catch (BufferUnderflowException | IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
