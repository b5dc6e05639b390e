package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.partita.core.broker.NewTopic;
import org.partita.core.broker.TopicChange;
import org.partita.core.execution.Budget;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Failures;
import org.partita.core.execution.Loop;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.MetadataInDoubtException;
import org.partita.core.metadata.MetadataStore;
import org.partita.core.metadata.TopicConfig.FlushPolicy;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.metadata.TopicRef;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;

/**
 * Creates, changes and deletes topics on the metadata loop. Each change is durable before it is applied.
 *
 * <p>Files are made and removed on the loops of their directories, so a change that waits for one disk holds up no
 * change that needs another; those of the same topic wait for each other. A creation that a crash interrupts leaves
 * files the metadata already calls unwanted, never files nobody knows.
 */
final class TopicAdministration {
    private static final System.Logger LOG = System.getLogger(TopicAdministration.class.getName());
    private static final int MAX_WAITING_CHANGES = 1_000;

    private final Loop loop;
    private final Completions completions;
    private final TopicCatalog catalog;
    private final MetadataStore metadata;
    private final TopicFiles files;
    private final TopicPlanner planner;
    private final PartitionOpener opener;
    private final Map<String, Creation> creations = new TreeMap<>();
    private final Budget waitingChanges = new Budget(MAX_WAITING_CHANGES);
    private boolean closed;

    TopicAdministration(Loop loop, Completions completions, TopicCatalog catalog, MetadataStore metadata,
                        TopicFiles files, TopicPlanner planner, PartitionOpener opener) {
        this.loop = loop;
        this.completions = completions;
        this.catalog = catalog;
        this.metadata = metadata;
        this.files = files;
        this.planner = planner;
        this.opener = opener;
    }

    /** A topic whose files are being made. @param later what is to be done to it afterwards, in this order */
    private record Creation(TopicMetadata topic, Queue<Runnable> later) {
    }

    CompletionStage<ServedTopic> create(NewTopic wish) {
        return change(wish.name(), answer -> createNow(wish, answer));
    }

    CompletionStage<ServedTopic> change(TopicChange wish) {
        return change(wish.topic(), answer -> changeNow(wish, answer));
    }

    /** What a creation would come to now. */
    CompletionStage<TopicMetadata> tryCreation(NewTopic wish) {
        return change(wish.name(), answer -> completions.complete(answer, planner.plan(wish, withCreations())));
    }

    CompletionStage<Void> delete(TopicRef topic) {
        return change(topic.name(), answer -> deleteNow(topic, answer));
    }

    /** Notes on disk where the log of a partition starts. */
    CompletionStage<Void> persist(TopicRef topic, PartitionId id) {
        return change(topic.name(), answer -> files.persist(id).whenComplete((open, failure) -> {
            if (failure == null && open) completions.complete(answer, null);
            else completions.fail(answer, failure == null ? new TopicNotFoundException(topic.name())
                : failed(Failures.bare(failure)));
        }));
    }

    /**
     * Takes no more changes; a creation under way comes to nothing.
     *
     * @return ids of the topics there are after the last change; completes on the metadata loop
     */
    CompletionStage<Set<UUID>> close() {
        CompletableFuture<Set<UUID>> topics = new CompletableFuture<>();
        loop.event(() -> {
            closed = true;
            topics.complete(catalog.topics().stream().map(topic -> topic.metadata().id()).collect(Collectors.toSet()));
        });
        return topics;
    }

    private <T> CompletionStage<T> change(String topic, Consumer<CompletableFuture<T>> change) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (!waitingChanges.tryReserve(1)) return CompletableFuture.failedFuture(busy());
        answer.whenComplete((done, failure) -> waitingChanges.release(1));
        try {
            loop.request(() -> run(topic, change, answer));
        } catch (RejectedExecutionException full) {
            answer.completeExceptionally(busy());
        }
        return answer;
    }

    private <T> void run(String topic, Consumer<CompletableFuture<T>> change, CompletableFuture<T> answer) {
        Creation earlier = creations.get(topic);
        if (earlier == null) attempt(() -> change.accept(answer), answer);
        else earlier.later().add(() -> run(topic, change, answer));
    }

    private void attempt(Runnable step, CompletableFuture<?> answer) {
        try {
            requireOpen();
            step.run();
        } catch (MetadataInDoubtException doubt) {
            LOG.log(Level.ERROR, "no topic can be created, changed or deleted until the broker is restarted", doubt);
            completions.fail(answer, new UnknownOutcomeException("The change is made or not: " + doubt.getMessage(),
                doubt));
        } catch (BrokerException refused) {
            completions.fail(answer, refused);
        } catch (RuntimeException unexpected) {
            completions.fail(answer, unforeseen(unexpected));
        }
    }

    private void requireOpen() {
        if (closed) throw LocalBroker.stopping();
        if (metadata.inDoubt()) throw inDoubt();
    }

    private void createNow(NewTopic wish, CompletableFuture<ServedTopic> answer) {
        TopicMetadata topic = planner.plan(wish, withCreations());
        catalog.apply(metadata.save(catalog.image().preparing(topic.id())));
        CompletionStage<List<PartitionReplica>> files = opener.create(topic);
        creations.put(topic.name(), new Creation(topic, new ArrayDeque<>()));
        files.whenComplete((replicas, failure) -> loop.event(() -> {
            if (failure != null) abandon(topic, Failures.bare(failure), answer);
            else commit(topic, replicas, answer);
        }));
    }

    /** What a new topic must go with: those there are, and those that will be unless they fail. */
    private MetadataImage withCreations() {
        MetadataImage image = catalog.image();
        for (Creation creation : creations.values()) image = image.with(creation.topic());
        return image;
    }

    private void commit(TopicMetadata topic, List<PartitionReplica> replicas, CompletableFuture<ServedTopic> answer) {
        attempt(() -> {
            ServedTopic served = opener.served(topic, replicas);
            catalog.applyWith(metadata.save(catalog.image().with(topic)), served);
            LOG.log(Level.INFO, "topic {0} created with id {1} and {2} partitions", topic.name(), topic.id(),
                topic.partitions());
            completions.complete(answer, served);
        }, answer);
        if (catalog.topic(topic.name()).isEmpty()) {
            // If that is in doubt the topic may be there after a restart, so its files stay until then in any case.
            replicas.forEach(PartitionReplica::remove);
            files.release(topic.id());
        }
        end(topic);
    }

    private void abandon(TopicMetadata topic, Throwable failure, CompletableFuture<ServedTopic> answer) {
        files.release(topic.id());
        discard(topic.id(), () -> {
            completions.fail(answer, failed(failure));
            end(topic);
        });
    }

    private void end(TopicMetadata topic) {
        creations.remove(topic.name()).later().forEach(Runnable::run);
    }

    /**
     * A change to commit is in force before it is noted: a start that finds it noted takes it for granted that nothing
     * was counted as stored that was not on disk.
     */
    private void changeNow(TopicChange wish, CompletableFuture<ServedTopic> answer) {
        ServedTopic topic = catalog.required(wish.topic());
        TopicMetadata before = topic.metadata();
        TopicMetadata changed = planner.plan(wish, before);
        if (changed.config().flush() == before.config().flush() || changed.config().flush() != FlushPolicy.COMMIT) {
            note(topic, changed, answer);
            return;
        }
        topic.configure(PartitionOpener.tuning(before).with(FlushPolicy.COMMIT)).whenComplete((all, failure) ->
            loop.event(() -> attempt(() -> {
                if (catalog.required(wish.topic()) != topic) changeNow(wish, answer);
                else if (failure == null) note(topic, changed, answer);
                else takeBack(topic, Failures.bare(failure));
            }, answer)));
    }

    /** A partition that is not served cannot tell that what it counted as stored is on disk. */
    private static void takeBack(ServedTopic topic, Throwable failure) {
        topic.configure(PartitionOpener.tuning(topic.metadata()));
        throw failed(failure);
    }

    private static BrokerException failed(Throwable failure) {
        return failure instanceof BrokerException known ? known : unforeseen(failure);
    }

    private void note(ServedTopic topic, TopicMetadata changed, CompletableFuture<ServedTopic> answer) {
        if (changed.equals(topic.metadata())) {
            completions.complete(answer, topic);
            return;
        }
        ServedTopic served = topic.with(changed);
        try {
            catalog.applyWith(metadata.save(catalog.image().with(changed)), served);
        } catch (MetadataInDoubtException doubt) {
            throw doubt;
        } catch (RuntimeException failure) {
            topic.configure(PartitionOpener.tuning(topic.metadata()));
            throw failure;
        }
        served.configure(PartitionOpener.tuning(changed));
        LOG.log(Level.INFO, "topic {0} with id {1} changed to {2}", changed.name(), changed.id(),
            changed.config().asMap());
        completions.complete(answer, served);
    }

    private void deleteNow(TopicRef wanted, CompletableFuture<Void> answer) {
        String name = wanted.name();
        ServedTopic topic = catalog.required(wanted);
        UUID topicId = topic.metadata().id();
        catalog.applyWithout(savedWithout(topic), name);
        files.release(topicId);
        LOG.log(Level.INFO, "topic {0} with id {1} deleted", name, topicId);
        CompletableFuture<?>[] closing = topic.replicas().stream()
            .map(replica -> replica.remove().toCompletableFuture()).toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(closing).whenComplete((all, failure) -> loop.event(() -> {
            if (failure == null) discard(topicId, () -> completions.complete(answer, null));
            else completions.complete(answer, null);
        }));
    }

    /** If the deletion is in doubt the topic stops to serve: what it acknowledged from now on might vanish. */
    private MetadataImage savedWithout(ServedTopic topic) {
        try {
            return metadata.save(catalog.image().without(topic.metadata().name()));
        } catch (MetadataInDoubtException doubt) {
            topic.replicas().forEach(replica -> replica.takeOffline(doubt));
            throw doubt;
        }
    }

    /** That the topic is not there is durable by now, so {@code then} comes even if files have to stay for a while. */
    private void discard(UUID topicId, Runnable then) {
        files.remove(catalog.image(), topicId).whenComplete((gone, failure) -> loop.event(() -> {
            try {
                if (failure == null && gone) catalog.apply(files.forget(catalog.image(), topicId));
            } finally {
                then.run();
            }
        }));
    }

    private static StorageException unforeseen(Throwable failure) {
        LOG.log(Level.ERROR, "a change of the metadata failed", failure);
        return new StorageException("The change failed for a reason nobody foresaw. The broker's log says more.",
            failure);
    }

    private static LeaderUnavailableException inDoubt() {
        return new LeaderUnavailableException("Topics cannot be created, changed or deleted, because the disk "
            + "failed in the middle of an earlier change. Check the disk, then restart the broker.");
    }

    private static LeaderUnavailableException busy() {
        return new LeaderUnavailableException(
            "As many changes of topics wait as the broker can take. Try again a little later.");
    }
}
