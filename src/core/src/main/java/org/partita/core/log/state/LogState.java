package org.partita.core.log.state;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import org.partita.storage.PartitionStore;

/**
 * What is noted of one log: where it starts, and its closed segments. State {@code log} of the partition.
 *
 * <p>Shape, big-endian: log start offset i64, suspect i8 (0 or 1), then the summaries.
 *
 * @param suspect whether it may lack data that was counted as stored, so that it is no witness of what was stored
 * @param closed by base offset
 */
public record LogState(long startOffset, boolean suspect, SortedMap<Long, SegmentSummary> closed) {
    private static final String NAME = "log";
    private static final int MAGIC = 0x50544c53;

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

    /** What there is of it; the log can be read without it. */
    public static Note read(PartitionStore files) {
        Optional<ByteBuffer> found = files.readState(NAME);
        Optional<LogState> state = Sealed.read("partition " + files.id() + " state " + NAME, MAGIC, found,
            LogState::decode);
        return new Note(state.orElseGet(LogState::nothing), state.isPresent(), found.isPresent() && state.isEmpty());
    }

    /**
     * @param state {@link #nothing} if it was never written or is damaged
     * @param known whether it was read
     * @param damaged whether something was written, but cannot be understood
     */
    public record Note(LogState state, boolean known, boolean damaged) {
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
        ByteBuffer out = Sealed.open(MAGIC, Long.BYTES + Byte.BYTES + summaryBytes);
        out.putLong(startOffset).put((byte) (suspect ? 1 : 0));
        closed.values().forEach(each -> each.encode(out));
        files.writeState(NAME, Sealed.close(out));
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
