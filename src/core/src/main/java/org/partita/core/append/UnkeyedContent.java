package org.partita.core.append;

import java.util.List;

import org.partita.core.log.Appended;
import org.partita.core.record.RecordBatch;

/** Messages without a key: every one is new. */
public record UnkeyedContent(List<RecordBatch> encoded, long heldBytes) implements AppendContent {
    public UnkeyedContent {
        encoded = List.copyOf(encoded);
    }

    @Override
    public long notBeforeMillis() {
        return Long.MIN_VALUE;
    }

    @Override
    public List<RecordBatch> admit(LogMemory known, long nowMillis) {
        return encoded;
    }

    @Override
    public void appended(Appended where, LogMemory known, long nowMillis) {
        // Nothing is remembered of messages without a key.
    }

    @Override
    public void ended(LogMemory known) {
        // Nothing was reserved.
    }

    @Override
    public long knownEndOffset() {
        return 0;
    }
}
