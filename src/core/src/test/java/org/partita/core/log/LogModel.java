package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

import org.partita.core.log.state.EpochEnd;
import org.partita.core.record.Codecs;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;

/** What a log must hold: every batch that was appended, and how much of it no crash may take away. */
final class LogModel {
    private final List<List<LogRecord>> batches = new ArrayList<>();
    /** Of each batch that was ever appended, by base offset, and not cut off. */
    private final NavigableMap<Long, Integer> epochs = new TreeMap<>();
    private long endOffset;
    private long durableOffset;
    private long startOffset;
    private long durableStartOffset;

    long endOffset() {
        return endOffset;
    }

    void appended(RecordBatch batch, int epoch) {
        long baseOffset = endOffset;
        endOffset += batch.recordCount();
        epochs.put(baseOffset, epoch);
        batches.add(batch.records(Codecs.NONE, 0).stream().map(each -> new LogRecord(baseOffset + each.offset(),
            each.timestampMillis(), each.key(), each.value(), each.headers())).toList());
    }

    void durableUpTo(long offset) {
        durableOffset = Math.max(durableOffset, offset);
    }

    /** After a crash the log is as before but for whole batches at its end that were not durable. */
    void crashedTo(long logEndOffset) {
        assertThat(logEndOffset).isBetween(durableOffset, endOffset);
        cutTo(logEndOffset);
        assertThat(endOffset).as("end at a batch").isEqualTo(logEndOffset);
    }

    long endIfCutTo(long offset) {
        return batches.stream().filter(batch -> batch.get(batch.size() - 1).offset() >= offset)
            .mapToLong(batch -> batch.get(0).offset()).findFirst().orElse(endOffset);
    }

    /** Batches that end beyond the offset are gone, and all others are durable. @return the end */
    long cutTo(long offset) {
        while (!batches.isEmpty() && last(batches.size() - 1) >= offset) {
            endOffset = batches.remove(batches.size() - 1).get(0).offset();
        }
        epochs.tailMap(endOffset).clear();
        durableOffset = endOffset;
        return durableOffset;
    }

    /** Where the batches of this epoch and all before it end, if there are any from the first segment on. */
    EpochEnd endOf(int epoch, long firstSegment) {
        int known = EpochEnd.NO_EPOCH;
        for (Map.Entry<Long, Integer> each : epochs.tailMap(firstSegment).entrySet()) {
            if (each.getValue() > epoch) {
                long end = known == EpochEnd.NO_EPOCH ? startOffset : Math.max(startOffset, each.getKey());
                return new EpochEnd(known, end);
            }
            known = each.getValue();
        }
        return new EpochEnd(known, known == EpochEnd.NO_EPOCH ? startOffset : endOffset());
    }

    /** Old segments were taken out. */
    void startsAt(long offset) {
        assertThat(offset).isBetween(startOffset, endOffset());
        startOffset = offset;
    }

    void startIsDurable(long flushedOffset) {
        durableStartOffset = Math.min(startOffset, flushedOffset);
        int gone = 0;
        while (gone < batches.size() && last(gone) < durableStartOffset) gone++;
        batches.subList(0, gone).clear();
    }

    /** After an opening the log may start where it did before what was taken out last. */
    void reopenedAt(long offset) {
        assertThat(offset).isBetween(durableStartOffset, startOffset);
        startOffset = offset;
    }

    long startOffset() {
        return startOffset;
    }

    Optional<LogRecord> expectedForTime(long timestampMillis, long maxOffset) {
        return expected(startOffset, maxOffset).stream().filter(each -> each.offset() >= startOffset)
            .filter(each -> each.timestampMillis() >= timestampMillis).findFirst();
    }

    Optional<LogRecord> expectedNewest(long maxOffset) {
        return expectedForTime(0, maxOffset).flatMap(any -> expectedForTime(
            expected(startOffset, maxOffset).stream().filter(each -> each.offset() >= startOffset)
                .mapToLong(LogRecord::timestampMillis).max().orElseThrow(), maxOffset));
    }

    /** What a read without a byte limit gives. */
    List<LogRecord> expected(long offset, long maxOffset) {
        List<LogRecord> all = new ArrayList<>();
        for (int i = 0; i < batches.size() && offset < maxOffset; i++) {
            if (last(i) >= offset && last(i) < maxOffset) all.addAll(batches.get(i));
        }
        return all;
    }

    private long last(int index) {
        List<LogRecord> batch = batches.get(index);
        return batch.get(batch.size() - 1).offset();
    }
}
