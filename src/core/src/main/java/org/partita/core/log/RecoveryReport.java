package org.partita.core.log;

import static java.util.Objects.requireNonNull;

/**
 * What opening a log found. Everything below {@code nextOffset} is whole and durable.
 *
 * @param cut {@link TailCut#NONE} if the log was whole
 * @param firstRecentOffset of the first batch with a max timestamp after the moment the opener named;
 *     {@code nextOffset} if there is none
 */
public record RecoveryReport(int segmentsScanned, long bytesScanned, long nextOffset, TailCut cut,
                             long firstRecentOffset) {
    public RecoveryReport {
        if (segmentsScanned < 0) throw new IllegalArgumentException("segmentsScanned " + segmentsScanned + " < 0");
        if (bytesScanned < 0) throw new IllegalArgumentException("bytesScanned " + bytesScanned + " < 0");
        if (nextOffset < 0) throw new IllegalArgumentException("nextOffset " + nextOffset + " < 0");
        requireNonNull(cut, "cut");
        if (firstRecentOffset < 0 || firstRecentOffset > nextOffset) {
            throw new IllegalArgumentException("firstRecentOffset " + firstRecentOffset + ", 0 to " + nextOffset
                + " expected");
        }
    }

    public long bytesCut() {
        return cut.lengthBytes();
    }
}
