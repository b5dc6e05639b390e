package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import org.partita.core.broker.NewTopic;
import org.partita.core.execution.Budget;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Loop;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.MetadataInDoubtException;
import org.partita.core.metadata.MetadataStore;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.PartitionReplica;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;

/**
 * Creates and deletes topics, one change after the other on the metadata loop. Each is durable before it is applied.
 *
 * <p>A creation that a crash interrupts leaves files the metadata already calls unwanted, never files nobody knows.
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

    CompletionStage<ServedTopic> create(NewTopic wish) {
        return change(answer -> completions.complete(answer, createNow(wish)));
    }

    CompletionStage<Void> delete(String topic) {
        return change(answer -> deleteNow(topic, answer));
    }

    /** Takes no more changes. @return the replicas there are after the last one */
    CompletionStage<List<PartitionReplica>> close() {
        CompletableFuture<List<PartitionReplica>> replicas = new CompletableFuture<>();
        loop.event(() -> {
            closed = true;
            List<PartitionReplica> all = new ArrayList<>();
            catalog.topics().forEach(topic -> all.addAll(topic.replicas()));
            completions.complete(replicas, all);
        });
        return replicas;
    }

    private <T> CompletionStage<T> change(Consumer<CompletableFuture<T>> change) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (!waitingChanges.tryReserve(1)) return CompletableFuture.failedFuture(busy());
        try {
            loop.request(() -> {
                waitingChanges.release(1);
                run(change, answer);
            });
        } catch (RejectedExecutionException full) {
            waitingChanges.release(1);
            return CompletableFuture.failedFuture(busy());
        }
        return answer;
    }

    private <T> void run(Consumer<CompletableFuture<T>> change, CompletableFuture<T> answer) {
        try {
            if (closed) throw LocalBroker.stopping();
            if (metadata.inDoubt()) throw inDoubt();
            change.accept(answer);
        } catch (MetadataInDoubtException doubt) {
            LOG.log(Level.ERROR, "no topic can be created or deleted until the broker is restarted", doubt);
            completions.fail(answer, new UnknownOutcomeException("The change is made or not: " + doubt.getMessage(),
                doubt));
        } catch (BrokerException refused) {
            completions.fail(answer, refused);
        } catch (RuntimeException unexpected) {
            LOG.log(Level.ERROR, "a change of the metadata failed", unexpected);
            completions.fail(answer, new StorageException("The change failed for a reason nobody foresaw. The "
                + "broker's log says more.", unexpected));
        }
    }

    private ServedTopic createNow(NewTopic wish) {
        TopicMetadata topic = planner.plan(wish, catalog.image());
        catalog.apply(metadata.save(catalog.image().preparing(topic.id())));
        ServedTopic served;
        try {
            served = opener.create(topic);
        } catch (RuntimeException failure) {
            catalog.apply(files.discard(catalog.image(), topic.id()));
            throw failure;
        }
        try {
            catalog.applyWith(metadata.save(catalog.image().with(topic)), served);
        } catch (RuntimeException failure) {
            // If that is in doubt the topic may be there after a restart, so its files stay until then in any case.
            served.replicas().forEach(PartitionReplica::remove);
            throw failure;
        }
        LOG.log(Level.INFO, "topic {0} created with id {1} and {2} partitions", topic.name(), topic.id(),
            topic.partitions());
        return served;
    }

    private void deleteNow(String name, CompletableFuture<Void> answer) {
        ServedTopic topic = catalog.topic(name).orElseThrow(() -> new TopicNotFoundException(name));
        catalog.applyWithout(savedWithout(topic), name);
        LOG.log(Level.INFO, "topic {0} with id {1} deleted", name, topic.metadata().id());
        CompletableFuture<?>[] closing = topic.replicas().stream()
            .map(replica -> replica.remove().toCompletableFuture()).toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(closing).whenComplete((closed, failure) ->
            loop.event(() -> discard(topic.metadata().id(), failure == null, answer)));
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

    /** The deletion is durable by now, so it is answered as done even if files have to stay for a while. */
    private void discard(UUID topicId, boolean allClosed, CompletableFuture<Void> answer) {
        try {
            if (allClosed) catalog.apply(files.discard(catalog.image(), topicId));
        } catch (RuntimeException unexpected) {
            LOG.log(Level.ERROR, "files of deleted topic " + topicId + " remain until the next start", unexpected);
        } finally {
            completions.complete(answer, null);
        }
    }

    private static LeaderUnavailableException inDoubt() {
        return new LeaderUnavailableException("Topics cannot be created or deleted, because the disk failed in the "
            + "middle of an earlier change. Check the disk, then restart the broker.");
    }

    private static LeaderUnavailableException busy() {
        return new LeaderUnavailableException(
            "As many changes of topics wait as the broker can take. Try again a little later.");
    }
}
