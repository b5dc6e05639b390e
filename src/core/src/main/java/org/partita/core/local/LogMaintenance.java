package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Queue;

import org.partita.core.execution.Loop;
import org.partita.core.execution.Timers;
import org.partita.core.log.LogDirectory;
import org.partita.storage.PartitionId;

/**
 * Goes through all partitions again and again: lets each do on its loop what age and size of its log ask for, then
 * writes on the metadata loop what the next start needs, and deletes files there. One partition at a time, so that
 * changes of topics get in between.
 */
final class LogMaintenance {
    private static final System.Logger LOG = System.getLogger(LogMaintenance.class.getName());

    static final long PAUSE_MILLIS = 10_000;

    private final TopicCatalog catalog;
    private final LogDirectory logs;
    private final Loop loop;
    private final Timers timers;
    private final InstantSource clock;
    private volatile boolean stopped;

    /** @param loop of the metadata; nobody else may use {@code logs} */
    LogMaintenance(TopicCatalog catalog, LogDirectory logs, Loop loop, Timers timers, InstantSource clock) {
        this.catalog = catalog;
        this.logs = logs;
        this.loop = loop;
        this.timers = timers;
        this.clock = clock;
    }

    private record Step(ServedTopic topic, int partition) {
    }

    void start() {
        if (!stopped) timers.schedule(PAUSE_MILLIS, () -> loop.event(this::round));
    }

    /** A step that runs is the last one. */
    void stop() {
        stopped = true;
    }

    /**
     * On the metadata loop, when every log is closed. What is not written in time the next start reads from the logs.
     *
     * @param untilMillis no log is begun after this
     */
    void persistAll(long untilMillis) {
        Queue<Step> steps = steps();
        while (!steps.isEmpty() && timers.nowMillis() < untilMillis) persist(steps.remove());
        if (!steps.isEmpty()) {
            LOG.log(Level.INFO, "state of {0} logs was not written before the end of the stop; the next start reads "
                + "more of them", steps.size());
        }
        logs.writeCheckpoint();
    }

    private void persist(Step step) {
        logs.persist(new PartitionId(step.topic().metadata().id(), step.partition()));
    }

    private void round() {
        next(steps());
    }

    private Queue<Step> steps() {
        Queue<Step> steps = new ArrayDeque<>();
        for (ServedTopic topic : catalog.topics()) {
            for (int partition = 0; partition < topic.replicas().size(); partition++) {
                steps.add(new Step(topic, partition));
            }
        }
        return steps;
    }

    private void next(Queue<Step> steps) {
        if (stopped) return;
        Step step = steps.poll();
        if (step == null) {
            logs.writeCheckpoint();
            start();
            return;
        }
        step.topic().replica(step.partition()).maintain(clock.millis()).thenRun(() -> loop.event(() -> {
            if (stopped) return;
            persist(step);
            next(steps);
        }));
    }
}
