package org.partita.core.produce;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;

import org.partita.core.append.ProducedContent;
import org.partita.core.broker.AckPolicy;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Loop;
import org.partita.core.execution.Timers;
import org.partita.core.log.Appended;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.replication.AppendResult;
import org.partita.core.replication.AppendResult.PartlyStored;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;

/**
 * Takes the batches for one partition: checks one after the other on a lane of its own, and hands them to the
 * partition's loop in the order in which they came. So what a client sends in order is appended in order, and no loop
 * waits for a check. Callable from any thread.
 */
public final class BatchIntake {
    private static final System.Logger LOG = System.getLogger(BatchIntake.class.getName());
    private static final int MAX_WAITING = 1_000;
    private static final long POSTPONED_MILLIS = 20;

    private final PartitionReplica replica;
    private final String name;
    private final BatchCheck check;
    private final Loop lane;
    private final Timers timers;
    private final Completions completions;
    /** Touched on the lane only, as is what follows. */
    private final Queue<Arrival> waiting = new ArrayDeque<>();
    private boolean postponed;

    /** @param lane for this partition alone, on threads that may compute for a while */
    public BatchIntake(PartitionReplica replica, String name, BatchCheck check, Loop lane, Timers timers,
                       Completions completions) {
        this.replica = requireNonNull(replica, "replica");
        this.name = requireNonNull(name, "name");
        this.check = requireNonNull(check, "check");
        this.lane = requireNonNull(lane, "lane");
        this.timers = requireNonNull(timers, "timers");
        this.completions = requireNonNull(completions, "completions");
    }

    private record Arrival(ProduceRequest request, TopicMetadata topic, long deadlineMillis,
                           CompletableFuture<Produced> answer) {
    }

    /**
     * Completes when nobody reads the bytes of the request any more: on the completion executor, or on the lane if
     * the partition takes no append now.
     *
     * @param topic of the partition, as it is set now
     * @return fails with a {@link BrokerException} if it is not stored, or not known to be
     */
    public CompletionStage<Produced> produce(ProduceRequest request, TopicMetadata topic) {
        Arrival arrival = new Arrival(request, topic, timers.nowMillis() + request.timeoutMillis(),
            new CompletableFuture<>());
        try {
            lane.request(() -> arrived(arrival));
        } catch (RejectedExecutionException full) {
            return CompletableFuture.failedFuture(LeaderUnavailableException.busy(name));
        }
        return arrival.answer();
    }

    private void arrived(Arrival arrival) {
        if (waiting.size() >= MAX_WAITING) {
            completions.fail(arrival.answer(), LeaderUnavailableException.busy(name));
            return;
        }
        waiting.add(arrival);
        if (!postponed) work();
    }

    private void work() {
        while (!waiting.isEmpty()) {
            if (!taken(waiting.peek())) {
                postpone();
                return;
            }
            waiting.remove();
        }
    }

    /** When nothing can be planned any more, the container ends: nobody would look at what waits again. */
    private void postpone() {
        postponed = true;
        try {
            timers.schedule(POSTPONED_MILLIS, () -> lane.event(() -> {
                postponed = false;
                work();
            }));
        } catch (RejectedExecutionException ending) {
            postponed = false;
            LeaderUnavailableException refused = LeaderUnavailableException.busy(name);
            while (!waiting.isEmpty()) completions.fail(waiting.remove().answer(), refused);
        }
    }

    /** @return false if it has to wait for memory, and others behind it; where nothing is served none of them does */
    private boolean taken(Arrival arrival) {
        try {
            if (arrival.deadlineMillis() <= timers.nowMillis()) throw LeaderUnavailableException.busy(name);
            Optional<BatchCheck.Checked> checked = check.check(arrival.request().batch(), arrival.topic());
            if (checked.isEmpty()) replica.requireServed();
            checked.ifPresent(batch -> append(arrival, batch));
            return checked.isPresent();
        } catch (BrokerException refused) {
            completions.fail(arrival.answer(), refused);
        } catch (RuntimeException | Error unexpected) {
            LOG.log(Level.ERROR, "partition " + name + ": a batch could not be checked", unexpected);
            completions.fail(arrival.answer(), new StorageException("Something failed that nobody foresaw. Nothing was "
                + "stored. The broker's log says more.", unexpected));
        }
        return true;
    }

    private void append(Arrival arrival, BatchCheck.Checked checked) {
        ProducedContent content = new ProducedContent(checked.batch());
        long leftMillis = Math.max(1, arrival.deadlineMillis() - timers.nowMillis());
        replica.append(content, arrival.request().acks() == AckPolicy.LEADER, leftMillis)
            .thenAccept(result -> tell(arrival, checked, content, result));
    }

    private void tell(Arrival arrival, BatchCheck.Checked checked, ProducedContent content, AppendResult result) {
        try {
            arrival.answer().complete(produced(checked, content, result));
        } catch (BrokerException notStored) {
            arrival.answer().completeExceptionally(notStored);
        } catch (RuntimeException unexpected) {
            LOG.log(Level.ERROR, "partition " + name + ": what became of a batch could not be told", unexpected);
            arrival.answer().completeExceptionally(new UnknownOutcomeException("Something failed that nobody foresaw. "
                + "The batch may be stored or not. The broker's log says more.", unexpected));
        }
    }

    private Produced produced(BatchCheck.Checked checked, ProducedContent content, AppendResult result) {
        Optional<Appended> known = content.original();
        Optional<Appended> where = known.or(() -> result.stored().stream().findFirst());
        if (result instanceof PartlyStored partly) {
            boolean stored = known.isPresent() ? known.get().nextOffset() <= partly.highWatermark()
                : !partly.stored().isEmpty();
            if (!stored) throw partly.failure();
        }
        return new Produced(where.orElseThrow(), replica.status().logStartOffset(), known.isPresent(),
            checked.payloadBytes());
    }
}
