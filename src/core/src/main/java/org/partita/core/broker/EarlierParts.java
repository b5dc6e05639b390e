package org.partita.core.broker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.partita.storage.BrokerException;

/**
 * What became of the messages of a request whose parts are published one after the other, each when the outcomes of the
 * one before are known.
 *
 * @param messages how many there were: the index that the first message of the next part has in the request
 * @param failures of partitions, by number; later messages of these are not attempted, to keep their order
 */
public record EarlierParts(int messages, Map<Integer, BrokerException> failures) {
    public static final EarlierParts NONE = new EarlierParts(0, Map.of());

    public EarlierParts {
        if (messages < 0) throw new IllegalArgumentException("messages " + messages + " < 0");
        failures = Map.copyOf(failures);
    }

    /** These and one more. */
    public EarlierParts and(List<PublishOutcome> outcomes) {
        Map<Integer, BrokerException> all = new HashMap<>(failures);
        for (PublishOutcome outcome : outcomes) {
            if (outcome instanceof PublishOutcome.Failed failed) all.putIfAbsent(failed.partition(), failed.cause());
        }
        return new EarlierParts(messages + outcomes.size(), all);
    }

    /** Why a message of {@code partition} is not attempted, if it is not. */
    public Optional<NotAttemptedException> refusal(int partition) {
        return Optional.ofNullable(failures.get(partition))
            .map(cause -> cause instanceof NotAttemptedException before ? before : NotAttemptedException.after(cause));
    }
}
