package org.partita.core.log;

import org.partita.storage.BrokerException;

/** A read below the first offset there is, or beyond the end. */
public final class OffsetOutOfRangeException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private final long logStartOffset;
    private final long endOffset;

    /** @param endOffset first offset that cannot be read yet: high watermark for consumers, log end for replicas */
    public OffsetOutOfRangeException(long offset, long logStartOffset, long endOffset) {
        super("offset-out-of-range", false, "offset " + offset + " found, " + logStartOffset + " (log start) to "
            + endOffset + " (end) expected; continue at one of these");
        this.logStartOffset = logStartOffset;
        this.endOffset = endOffset;
    }

    public long logStartOffset() {
        return logStartOffset;
    }

    public long endOffset() {
        return endOffset;
    }
}
