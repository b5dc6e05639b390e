package org.partita.core.log;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

import org.partita.core.log.state.SegmentSummary;
import org.partita.core.record.Codecs;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.testing.AppendFault;
import org.partita.storage.testing.MemoryDisk;

/** An in-memory disk with one partition on it. */
final class LogFixture implements LogDisk {
    static final PartitionId PARTITION = new PartitionId(new UUID(5, 6), 3);
    static final int LEADER_EPOCH = 4;

    final MemoryDisk disk = new MemoryDisk(new DirectoryIdentity("cluster", 1, new UUID(1, 2), 1));

    @Override
    public PartitionStore partition() {
        return disk.open().partition(PARTITION);
    }

    @Override
    public void failNextAppend() {
        disk.failNextAppend(AppendFault.DISK_FULL);
    }

    @Override
    public void crash(RandomGenerator random) {
        disk.crash(random);
    }

    @Override
    public void removeIndex(long segment, IndexKind kind) {
        disk.removeIndex(PARTITION, segment, kind);
    }

    @Override
    public void removeState(String name) {
        disk.removeState(PARTITION, name);
    }

    PartitionLog open(int segmentBytes) {
        return PartitionLog.open(partition(), new LogConfig(segmentBytes));
    }

    PartitionLog open(LogConfig config, Optional<SegmentSummary> flushed) {
        return PartitionLog.open(partition(), config, flushed, false);
    }

    /** Everything that a round of maintenance does to a log. */
    static void maintain(PartitionLog log, long nowMillis, long limitOffset) {
        if (!log.maintain(nowMillis, limitOffset)) return;
        RollPoint point = log.beginRoll();
        point.perform();
        log.finishRoll(point);
        log.maintain(nowMillis, limitOffset);
    }

    /** Appends raw bytes to a segment, as a write that went wrong would; the segment is made if it is not there. */
    void write(long segment, ByteBuffer bytes) {
        PartitionStore store = partition();
        try (SegmentFile file = store.segments().contains(segment)
                ? store.openSegment(segment) : store.createSegment(segment)) {
            file.append(bytes);
        }
    }

    void cut(long segment, long sizeBytes) {
        try (SegmentFile file = partition().openSegment(segment)) {
            file.truncate(sizeBytes);
        }
    }

    /** Overwrites four bytes of a segment that no log has open. */
    void overwrite(long segment, int position, int value) {
        disk.overwrite(PARTITION, segment, position, ByteBuffer.allocate(4).putInt(value).array());
    }

    static List<RecordBatch> readAll(PartitionLog log) {
        return log.read(log.logStartOffset(), Long.MAX_VALUE, Integer.MAX_VALUE).batches();
    }

    static List<LogRecord> records(List<RecordBatch> batches) {
        List<LogRecord> all = new ArrayList<>();
        batches.forEach(batch -> all.addAll(batch.records(Codecs.NONE, 0)));
        return all;
    }
}
