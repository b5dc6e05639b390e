package org.partita.systemtests.crash;

import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.partita.core.broker.Broker;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.record.LogRecord;
import org.partita.storage.StorageException;
import org.partita.systemtests.crash.TestTopic.Slot;

/** Reads every message of a broker and tells line by line what is not as it should be. Judges nothing. */
final class Audit {
    private static final int MANY = 500;
    private static final int CHUNK_BYTES = 1 << 20;

    private final Broker broker;
    private final Ledger ledger;
    private final Consumer<String> tell;
    private final Set<Long> seen = new HashSet<>();

    Audit(Broker broker, Ledger ledger, Consumer<String> tell) {
        this.broker = broker;
        this.ledger = ledger;
        this.tell = tell;
    }

    /** @return how many messages were read */
    int run() {
        for (TestTopic topic : TestTopic.values()) {
            for (PartitionStatus status : broker.topicStatus(topic.topic()).toCompletableFuture().join().partitions()) {
                Slot slot = new Slot(topic, status.partition());
                if (status.error().isEmpty()) read(slot, status.logStartOffset(), status.highWatermark());
                else tell.accept(AuditReport.OFFLINE + "\t" + slot + "\t" + status.error());
            }
        }
        return seen.size();
    }

    private void read(Slot slot, long start, long end) {
        tell.accept(AuditReport.SERVED + "\t" + slot + "\t" + start + "\t" + end);
        NavigableMap<Long, Long> missing = new TreeMap<>(ledger.of(slot));
        long offset = start;
        boolean single = false;
        while (offset < end) {
            List<LogRecord> records = fetch(slot, offset, single);
            if (records.isEmpty() && single) {
                tell.accept(AuditReport.UNREADABLE + "\t" + slot + "\t" + offset);
                missing.remove(offset++);
            }
            single = records.isEmpty();
            for (LogRecord each : records) check(slot, offset++, each, missing);
        }
        missing.keySet().forEach(lost -> tell.accept(AuditReport.LOST + "\t" + slot + "\t" + lost));
    }

    /** No records if they cannot be read. */
    private List<LogRecord> fetch(Slot slot, long offset, boolean single) {
        FetchRequest request = new FetchRequest(slot.topic().topic(), slot.partition(), new StartAt.Offset(offset),
            single ? 1 : MANY, single ? 1 : CHUNK_BYTES, 0, 0);
        try {
            FetchResult result = broker.fetch(request).toCompletableFuture().join();
            if (result.records().isEmpty()) wrong(slot, offset, "is neither there nor refused");
            return result.records();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof StorageException damaged) {
                tell.accept(AuditReport.REFUSED_READ + "\t" + slot + "\t" + offset + "\t" + damaged.getMessage());
                return List.of();
            }
            throw failure;
        }
    }

    private void check(Slot slot, long offset, LogRecord found, NavigableMap<Long, Long> missing) {
        if (found.offset() != offset) wrong(slot, offset, "is followed by offset " + found.offset());
        String difference = Request.difference(found, slot);
        if (!difference.isEmpty()) wrong(slot, offset, difference);
        Long number = Request.numberIn(found);
        if (!seen.add(number)) wrong(slot, offset, "message " + number + " is there twice");
        Long acknowledged = missing.remove(offset);
        if (acknowledged != null && !acknowledged.equals(number)) {
            wrong(slot, offset, "message " + acknowledged + " was acknowledged, " + number + " found");
        }
    }

    private void wrong(Slot slot, long offset, String finding) {
        tell.accept(AuditReport.WRONG + "\t" + slot + "\t" + offset + "\t" + finding);
    }
}
