package org.partita.web.tail;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.TopicStatus;
import org.partita.core.broker.TopicStatus.PartitionStatus;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.replication.LeaderUnavailableException;

/** Finds the offsets a tail begins at, and refuses what can be refused while a status can still be given. */
final class TailStart {
    private final TopicStatus topic;
    private final TailSource source;
    private final List<CompletableFuture<Long>> offsets = new ArrayList<>();

    TailStart(TopicStatus topic, TailSource source) {
        this.topic = topic;
        this.source = source;
    }

    /**
     * Adds a partition.
     *
     * @throws PartitionNotFoundException if the topic has no such partition
     * @throws LeaderUnavailableException if it is offline
     * @throws OffsetOutOfRangeException if the log does not have the offset
     */
    TailStart with(int partition, StartAt from) {
        List<PartitionStatus> partitions = topic.partitions();
        if (partition < 0 || partition >= partitions.size()) {
            throw new PartitionNotFoundException(topic.topic().name(), partition, partitions.size());
        }
        PartitionStatus status = partitions.get(partition);
        if (!status.error().isEmpty()) {
            throw new LeaderUnavailableException("Partition " + topic.topic().name() + "-" + partition
                + " is offline: " + status.error() + ".");
        }
        offsets.add(from instanceof StartAt.Time time ? source.offsetAt(partition, time).toCompletableFuture()
            : CompletableFuture.completedFuture(offset(from, status)));
        return this;
    }

    private static long offset(StartAt from, PartitionStatus status) {
        if (from instanceof StartAt.Earliest) return status.logStartOffset();
        if (!(from instanceof StartAt.Offset at)) return status.highWatermark();
        if (at.offset() < status.logStartOffset() || at.offset() > status.logEndOffset()) {
            throw new OffsetOutOfRangeException(at.offset(), status.logStartOffset(), status.highWatermark());
        }
        return at.offset();
    }

    /** One a partition, in the order they were added. */
    CompletionStage<long[]> offsets() {
        return CompletableFuture.allOf(offsets.toArray(CompletableFuture<?>[]::new)).thenApply(all ->
            offsets.stream().mapToLong(CompletableFuture::join).toArray());
    }
}
