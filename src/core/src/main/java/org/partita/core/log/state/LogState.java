package org.partita.core.log.state;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.StorageException;

/**
 * What is noted of one log: where it starts, and its closed segments. State {@code log} of the partition.
 *
 * <p>Shape, big-endian: topic id (16 bytes) and partition i32, both not in format 2; log start offset i64, suspect i8
 * (0 or 1), then the summaries.
 *
 * @param suspect whether it may lack data that was counted as stored, so that it is no witness of what was stored
 * @param closed by base offset
 */
public record LogState(long startOffset, boolean suspect, SortedMap<Long, SegmentSummary> closed) {
    private static final String NAME = "log";
    private static final int MAGIC = 0x50544c53;
    /** Says whose log it is of. */
    private static final int FORMAT = 3;
    private static final int FORMAT_WITHOUT_ID = 2;
    private static final int ID_BYTES = 2 * Long.BYTES + Integer.BYTES;

    public LogState {
        if (startOffset < 0) throw new IllegalArgumentException("startOffset " + startOffset + " < 0");
        closed = new TreeMap<>(closed);
    }

    public static LogState of(long startOffset, boolean suspect, List<SegmentSummary> closed) {
        SortedMap<Long, SegmentSummary> byOffset = new TreeMap<>();
        closed.forEach(each -> byOffset.put(each.baseOffset(), each));
        return new LogState(startOffset, suspect, byOffset);
    }

    public static LogState nothing() {
        return of(0, false, List.of());
    }

    public Optional<SegmentSummary> segment(long baseOffset) {
        return Optional.ofNullable(closed.get(baseOffset));
    }

    /**
     * What there is of it; the log can be read without it.
     *
     * @throws StorageException if it is of another log than the one it was found with
     */
    public static Note read(PartitionStore files) {
        Optional<ByteBuffer> found = files.readState(NAME);
        Optional<Note> read = Sealed.read("partition " + files.id() + " state " + NAME, MAGIC, found,
            (format, in) -> decode(format, in, files.id()));
        return read.orElseGet(() -> new Note(nothing(), false, found.isPresent(), false));
    }

    /** @throws StorageException if what is in the directory of this partition is the log of another one */
    public static void requireOf(PartitionStore files) {
        read(files);
    }

    /**
     * @param state {@link #nothing} if it was never written or is damaged
     * @param known whether it was read
     * @param damaged whether something was written, but cannot be understood
     * @param current whether it was written in the format of now
     */
    public record Note(LogState state, boolean known, boolean damaged, boolean current) {
    }

    /** Without what is said of segments from this one on. */
    public LogState before(long baseOffset) {
        return new LogState(startOffset, suspect, closed.headMap(baseOffset));
    }

    /** Behind the last segment that was closed; 0 if none was. */
    public long closedEndOffset() {
        return closed.isEmpty() ? 0 : closed.get(closed.lastKey()).endOffset();
    }

    public void write(PartitionStore files) {
        int summaryBytes = closed.values().stream().mapToInt(SegmentSummary::encodedBytes).sum();
        ByteBuffer out = Sealed.open(MAGIC, FORMAT, ID_BYTES + Long.BYTES + Byte.BYTES + summaryBytes);
        UUID topicId = files.id().topicId();
        out.putLong(topicId.getMostSignificantBits()).putLong(topicId.getLeastSignificantBits())
            .putInt(files.id().partition());
        out.putLong(startOffset).put((byte) (suspect ? 1 : 0));
        closed.values().forEach(each -> each.encode(out));
        files.writeState(NAME, Sealed.close(out));
    }

    private static Optional<Note> decode(int format, ByteBuffer in, PartitionId id) {
        if (format == FORMAT_WITHOUT_ID) return decode(in).map(state -> new Note(state, true, false, false));
        if (format != FORMAT || in.remaining() < ID_BYTES) return Optional.empty();
        UUID topicId = new UUID(in.getLong(), in.getLong());
        int partition = in.getInt();
        if (!topicId.equals(id.topicId()) || partition != id.partition()) {
            throw new StorageException("its directory " + id.topicId() + "/" + id.partition() + " holds the log of "
                + topicId + "/" + partition + ", as its log.state says: directories were exchanged or copied. Put the "
                + "right one there and restart");
        }
        return decode(in).map(state -> new Note(state, true, false, true));
    }

    private static Optional<LogState> decode(ByteBuffer in) {
        try {
            long startOffset = in.getLong();
            boolean suspect = in.get() != 0;
            List<SegmentSummary> closed = new ArrayList<>();
            while (in.hasRemaining()) closed.add(SegmentSummary.decode(in));
            return Optional.of(of(startOffset, suspect, closed));
        } catch (BufferUnderflowException | IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
