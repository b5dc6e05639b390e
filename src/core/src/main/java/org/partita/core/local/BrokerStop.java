package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.partita.core.directory.BrokerDirectories;
import org.partita.core.directory.BrokerDirectory;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Timers;
import org.partita.storage.BrokerException;

/**
 * The orderly end: no more changes, then in each data directory every log flushed and closed, then its clean mark, and
 * only then. A directory that fails or hangs takes the mark from no other.
 */
final class BrokerStop {
    private static final System.Logger LOG = System.getLogger(BrokerStop.class.getName());

    private final List<LogMaintenance> maintenance;
    private final TopicAdministration administration;
    private final Completions completions;
    private final Timers timers;
    private final long stopMillis;
    private volatile long persistUntilMillis;
    private final CompletableFuture<Boolean> clean = new CompletableFuture<>();
    private final Map<BrokerDirectory, CompletableFuture<Boolean>> marks = new LinkedHashMap<>();

    BrokerStop(BrokerDirectories directories, TopicAdministration administration, List<LogMaintenance> maintenance,
               Completions completions, Timers timers, long stopMillis) {
        this.administration = administration;
        this.maintenance = maintenance;
        this.completions = completions;
        this.timers = timers;
        this.stopMillis = stopMillis;
        directories.all().forEach(directory -> marks.put(directory, new CompletableFuture<>()));
    }

    /** To be called once. @return whether it was clean; false at the latest when the time for it is over */
    CompletionStage<Boolean> run() {
        persistUntilMillis = timers.nowMillis() + stopMillis / 2;
        Timers.Cancellable deadline = timers.schedule(stopMillis, () -> completions.run(this::giveUp));
        maintenance.forEach(LogMaintenance::stop);
        administration.close().thenAccept(topics ->
            marks.forEach((directory, mark) -> directory.loop().event(() -> flushAll(directory, topics, mark))));
        CompletableFuture.allOf(marks.values().toArray(CompletableFuture<?>[]::new)).thenRun(() ->
            completions.complete(clean, marks.values().stream().allMatch(CompletableFuture::join)));
        return clean.whenComplete((all, failure) -> deadline.cancel());
    }

    private void giveUp() {
        marks.forEach((directory, mark) -> {
            if (!mark.isDone()) reportUnclean(directory);
        });
        clean.complete(false);
    }

    private void flushAll(BrokerDirectory directory, Set<UUID> topics, CompletableFuture<Boolean> mark) {
        List<CompletableFuture<Boolean>> stops = directory.replicas(topics).stream()
            .map(replica -> replica.stop().toCompletableFuture()).toList();
        CompletableFuture.allOf(stops.toArray(CompletableFuture<?>[]::new)).thenRun(() -> directory.loop().event(() ->
            mark.complete(finish(directory, stops.stream().allMatch(CompletableFuture::join)))));
    }

    private boolean finish(BrokerDirectory directory, boolean flushed) {
        if (clean.isDone()) return false;
        directory.persistAll(persistUntilMillis);
        boolean marked = flushed && marked(directory);
        if (marked) LOG.log(Level.INFO, "data directory {0} is flushed and closed", directory.name());
        else reportUnclean(directory);
        return marked;
    }

    private static void reportUnclean(BrokerDirectory directory) {
        LOG.log(Level.WARNING, "not everything in data directory {0} could be flushed; the next start checks its logs",
            directory.name());
    }

    private static boolean marked(BrokerDirectory directory) {
        try {
            directory.store().writeCleanMark();
            return true;
        } catch (BrokerException failure) {
            LOG.log(Level.WARNING, "the clean mark of data directory " + directory.name() + " could not be written",
                failure);
            return false;
        }
    }
}
