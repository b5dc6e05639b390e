package org.partita.simulation.invariant;

import java.util.List;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;

/** Offsets have no holes and no repeats, and a fetch goes on where the last one said. */
final class OffsetsAreContiguous implements Invariant {
    @Override
    public void fetched(PartitionKey partition, long fromOffset, FetchResult result) {
        check(partition, fromOffset, result.records());
        long expected = fromOffset + result.records().size();
        if (result.nextOffset() != expected) {
            throw new InvariantViolation(this, partition + " says next offset " + result.nextOffset() + " after "
                + result.records().size() + " records from " + fromOffset);
        }
    }

    @Override
    public void recovered(PartitionKey partition, List<LogRecord> all, FetchResult end, boolean powerLost) {
        audited(partition, all);
    }

    @Override
    public void audited(PartitionKey partition, List<LogRecord> all) {
        check(partition, 0, all);
    }

    private void check(PartitionKey partition, long fromOffset, List<LogRecord> records) {
        long expected = fromOffset;
        for (LogRecord each : records) {
            if (each.offset() != expected) {
                throw new InvariantViolation(this, partition + " has offset " + each.offset() + " where " + expected
                    + " is expected");
            }
            expected++;
        }
    }
}
