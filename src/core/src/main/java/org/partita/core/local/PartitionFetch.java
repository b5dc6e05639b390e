package org.partita.core.local;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.execution.Failures;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.replication.FetchedRecords;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.ReadRequest;

/** One fetch from one replica, wherever it is asked to begin. */
final class PartitionFetch {
    /** Retention can take away what a search by time has found, but hardly ever so often in a row. */
    private static final int SEARCHES = 3;

    private final PartitionReplica replica;
    private final FetchRequest request;

    PartitionFetch(PartitionReplica replica, FetchRequest request) {
        this.replica = replica;
        this.request = request;
    }

    CompletionStage<FetchedRecords> run() {
        if (request.from() instanceof StartAt.Offset at) return from(at.offset());
        if (request.from() instanceof StartAt.Time time) return from(time, SEARCHES);
        return from(request.from() instanceof StartAt.Earliest ? replica.status().logStartOffset()
            : replica.status().highWatermark());
    }

    private CompletionStage<FetchedRecords> from(StartAt.Time time, int searches) {
        return replica.offsetAt(time.timestampMillis()).thenCompose(this::from).handle((fetched, failure) -> {
            if (failure == null) return CompletableFuture.completedStage(fetched);
            Throwable cause = Failures.bare(failure);
            boolean again = searches > 1 && cause instanceof OffsetOutOfRangeException;
            return again ? from(time, searches - 1) : CompletableFuture.<FetchedRecords>failedStage(cause);
        }).thenCompose(stage -> stage);
    }

    private CompletionStage<FetchedRecords> from(long offset) {
        return replica.fetch(new ReadRequest(offset, request.maxMessages(), request.maxBytes(), request.minBytes(),
            request.waitMillis()));
    }
}
