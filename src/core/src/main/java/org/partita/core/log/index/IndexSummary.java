package org.partita.core.log.index;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What the index files of a segment must be to be used: so many entries, with these checksums (CRC-32C), and what the
 * files do not say of the largest timestamp.
 *
 * @param maxTimestampOffset last offset of the batch with the largest timestamp, relative to the segment
 */
public record IndexSummary(int offsetEntries, int offsetCrc, int timeEntries, int timeCrc, long maxTimestampMillis,
                           int maxTimestampOffset) {
    public IndexSummary {
        if (offsetEntries < 0) throw new IllegalArgumentException("offsetEntries " + offsetEntries + " < 0");
        if (timeEntries < 0) throw new IllegalArgumentException("timeEntries " + timeEntries + " < 0");
        if (maxTimestampOffset < 0) throw new IllegalArgumentException("offset " + maxTimestampOffset + " < 0");
    }

    static int crcOf(ByteBuffer content) {
        CRC32C crc = new CRC32C();
        crc.update(content.duplicate());
        return (int) crc.getValue();
    }
}
