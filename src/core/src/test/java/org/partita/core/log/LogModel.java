package org.partita.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

import org.partita.core.record.Codecs;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordBatch;

/** What a log must hold: every batch that was appended, and how much of it no crash may take away. */
final class LogModel {
    private final List<List<LogRecord>> batches = new ArrayList<>();
    private long durableOffset;
    private long startOffset;
    private long durableStartOffset;

    long endOffset() {
        return batches.isEmpty() ? durableStartOffset : last(batches.size() - 1) + 1;
    }

    void appended(RecordBatch batch) {
        long baseOffset = endOffset();
        batches.add(batch.records(Codecs.NONE, 0).stream().map(each -> new LogRecord(baseOffset + each.offset(),
            each.timestampMillis(), each.key(), each.value(), each.headers())).toList());
    }

    void durableUpTo(long offset) {
        durableOffset = Math.max(durableOffset, offset);
    }

    /** After a crash the log is as before but for whole batches at its end that were not durable. */
    void crashedTo(long endOffset) {
        assertThat(endOffset).isBetween(durableOffset, endOffset());
        while (!batches.isEmpty() && last(batches.size() - 1) >= endOffset) {
            batches.remove(batches.size() - 1);
        }
        assertThat(endOffset()).as("end at a batch").isEqualTo(endOffset);
        durableOffset = endOffset;
    }

    /** Old segments were taken out. */
    void startsAt(long offset) {
        assertThat(offset).isBetween(startOffset, endOffset());
        startOffset = offset;
    }

    void startIsDurable() {
        durableStartOffset = startOffset;
        int gone = 0;
        while (gone < batches.size() && last(gone) < startOffset) gone++;
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

    OptionalLong expectedForTime(long timestampMillis, long maxOffset) {
        return expected(startOffset, maxOffset).stream().filter(each -> each.offset() >= startOffset)
            .filter(each -> each.timestampMillis() >= timestampMillis).mapToLong(LogRecord::offset).findFirst();
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
