package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.partita.core.execution.Completions;
import org.partita.core.execution.Loop;
import org.partita.core.execution.Timers;
import org.partita.core.replication.PartitionReplica;
import org.partita.storage.BrokerException;
import org.partita.storage.SegmentStore;

/** The orderly end: no more changes, every log flushed and closed, then the clean mark, and only then. */
final class BrokerStop {
    private static final System.Logger LOG = System.getLogger(BrokerStop.class.getName());

    private final SegmentStore store;
    private final TopicAdministration administration;
    private final LogMaintenance maintenance;
    private final Loop loop;
    private final Completions completions;
    private final Timers timers;
    private final long stopMillis;

    BrokerStop(SegmentStore store, TopicAdministration administration, LogMaintenance maintenance, Loop loop,
               Completions completions, Timers timers, long stopMillis) {
        this.store = store;
        this.administration = administration;
        this.maintenance = maintenance;
        this.loop = loop;
        this.completions = completions;
        this.timers = timers;
        this.stopMillis = stopMillis;
    }

    /** @return whether it was clean; false at the latest when the time for it is over */
    CompletionStage<Boolean> run() {
        CompletableFuture<Boolean> clean = new CompletableFuture<>();
        long persistUntilMillis = timers.nowMillis() + stopMillis / 2;
        Timers.Cancellable deadline = timers.schedule(stopMillis, () -> completions.complete(clean, false));
        maintenance.stop();
        administration.close().thenAccept(replicas ->
            flushAll(replicas, persistUntilMillis, clean));
        return clean.whenComplete((mark, failure) -> deadline.cancel());
    }

    private void flushAll(List<PartitionReplica> replicas, long persistUntilMillis,
                          CompletableFuture<Boolean> clean) {
        List<CompletableFuture<Boolean>> stops = replicas.stream()
            .map(replica -> replica.stop().toCompletableFuture()).toList();
        CompletableFuture.allOf(stops.toArray(CompletableFuture<?>[]::new)).thenRun(() ->
            loop.event(() -> finish(stops.stream().allMatch(CompletableFuture::join), persistUntilMillis, clean)));
    }

    private void finish(boolean flushed, long persistUntilMillis, CompletableFuture<Boolean> clean) {
        if (clean.isDone()) return;
        maintenance.persistAll(persistUntilMillis);
        completions.complete(clean, flushed && marked());
    }

    private boolean marked() {
        try {
            store.writeCleanMark();
            return true;
        } catch (BrokerException failure) {
            LOG.log(Level.WARNING, "the clean mark could not be written; the next start checks every log", failure);
            return false;
        }
    }
}
