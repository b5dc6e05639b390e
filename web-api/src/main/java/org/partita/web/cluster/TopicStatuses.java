package org.partita.web.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.partita.core.broker.Broker;
import org.partita.core.broker.TopicStatus;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problems;

/** Asks for the state of many topics at once. */
final class TopicStatuses {
    private TopicStatuses() {
    }

    /** Of every topic, without those deleted meanwhile. */
    static CompletableFuture<List<TopicStatus>> ofAll(Broker broker) {
        List<CompletableFuture<Optional<TopicStatus>>> asked = new ArrayList<>();
        for (String topic : broker.metadata().topics().keySet()) {
            asked.add(broker.topicStatus(topic).handle(TopicStatuses::unlessDeleted).toCompletableFuture());
        }
        return joined(asked).thenApply(found -> found.stream().flatMap(Optional::stream).toList());
    }

    /** Of the topics named, in that order; fails if one is not there. */
    static CompletableFuture<List<TopicStatus>> of(Broker broker, List<String> topics) {
        List<CompletableFuture<TopicStatus>> asked = new ArrayList<>();
        for (String topic : topics) asked.add(broker.topicStatus(topic).toCompletableFuture());
        return joined(asked);
    }

    private static Optional<TopicStatus> unlessDeleted(TopicStatus status, Throwable failure) {
        if (failure == null) return Optional.of(status);
        if (Problems.hasCode(Problems.unwrap(failure), ErrorCode.TOPIC_NOT_FOUND)) return Optional.empty();
        throw new CompletionException(Problems.unwrap(failure));
    }

    private static <T> CompletableFuture<List<T>> joined(List<CompletableFuture<T>> asked) {
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
            .thenApply(done -> asked.stream().map(CompletableFuture::join).toList());
    }
}
