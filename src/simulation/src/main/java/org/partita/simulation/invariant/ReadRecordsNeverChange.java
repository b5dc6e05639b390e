package org.partita.simulation.invariant;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;

/**
 * What a reader was given at an offset stays there, and the high watermark a reader saw never falls, across crashes
 * too. After a loss of power this is promised for durable topics only.
 */
final class ReadRecordsNeverChange implements Invariant {
    private final Map<PartitionKey, TreeMap<Long, LogRecord>> seen = new TreeMap<>();
    private final Map<PartitionKey, Long> watermarks = new TreeMap<>();

    @Override
    public void fetched(PartitionKey partition, long fromOffset, FetchResult result) {
        result.records().forEach(each -> see(partition, each));
        watermarks.merge(partition, result.highWatermark(), Math::max);
        for (LogRecord each : result.records()) {
            if (each.offset() >= result.highWatermark()) {
                throw new InvariantViolation(this, partition + " gave offset " + each.offset()
                    + ", which is not below its high watermark " + result.highWatermark());
            }
        }
    }

    @Override
    public void outOfRange(PartitionKey partition, long offset) {
        if (offset <= watermarks.getOrDefault(partition, 0L)) {
            throw new InvariantViolation(this, partition + " calls offset " + offset
                + " out of range, which is not above a high watermark it gave");
        }
    }

    @Override
    public void recovered(PartitionKey partition, List<LogRecord> all, FetchResult end, boolean powerLost) {
        if (powerLost && !partition.durable()) {
            of(partition).tailMap(end.highWatermark()).clear();
            watermarks.remove(partition);
        }
        long watermark = watermarks.getOrDefault(partition, 0L);
        if (end.highWatermark() < watermark) {
            throw new InvariantViolation(this, partition + " fell from high watermark " + watermark + " to "
                + end.highWatermark());
        }
        all.forEach(each -> see(partition, each));
    }

    @Override
    public void audited(PartitionKey partition, List<LogRecord> all) {
        all.forEach(each -> see(partition, each));
    }

    private void see(PartitionKey partition, LogRecord found) {
        LogRecord before = of(partition).putIfAbsent(found.offset(), found);
        if (before != null && !before.equals(found)) {
            throw new InvariantViolation(this, partition + " offset " + found.offset() + " changed after it was read");
        }
    }

    private TreeMap<Long, LogRecord> of(PartitionKey partition) {
        return seen.computeIfAbsent(partition, key -> new TreeMap<>());
    }
}
