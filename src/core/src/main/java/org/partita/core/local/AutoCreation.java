package org.partita.core.local;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import org.partita.core.broker.NewTopic;
import org.partita.core.execution.Failures;
import org.partita.core.metadata.TopicExistsException;
import org.partita.core.replication.LeaderUnavailableException;

/** Creates topics on first publish; all who publish to a topic that is being created wait for the same creation. */
final class AutoCreation {
    private final TopicAdministration administration;
    private final Map<String, CompletableFuture<Void>> running = new ConcurrentHashMap<>();

    AutoCreation(TopicAdministration administration) {
        this.administration = administration;
    }

    static LeaderUnavailableException tookTooLong(String topic) {
        return new LeaderUnavailableException("Topic " + topic + " was created, but not in time for this request. "
            + "Nothing was stored. Try again.");
    }

    /** Completes when the topic is there, whoever created it. */
    CompletionStage<Void> ensure(String topic) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> earlier = running.putIfAbsent(topic, mine);
        if (earlier != null) return earlier;
        NewTopic wish = new NewTopic(topic, NewTopic.DEFAULT, NewTopic.DEFAULT, Map.of());
        administration.create(wish).whenComplete((created, failure) -> {
            running.remove(topic, mine);
            Throwable cause = Failures.bare(failure);
            if (cause == null || cause instanceof TopicExistsException) mine.complete(null);
            else mine.completeExceptionally(cause);
        });
        return mine;
    }
}
