package org.partita.core.log;

/** Where a batch was put. */
public record Appended(long baseOffset, long lastOffset) {
    public Appended {
        if (baseOffset < 0) throw new IllegalArgumentException("baseOffset " + baseOffset + " < 0");
        if (lastOffset < baseOffset) {
            throw new IllegalArgumentException("lastOffset " + lastOffset + " < baseOffset " + baseOffset);
        }
    }

    public long nextOffset() {
        return lastOffset + 1;
    }
}
