package org.partita.simulation.invariant;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;

/** Something that must hold. Hears what clients and the operator see, and throws {@link InvariantViolation}. */
public interface Invariant {
    default void acknowledged(SentMessage message, long offset) {
    }

    /** As {@link #acknowledged}, for a message of a request with a key. @param replayed whether the answer said so */
    default void keyedAcknowledged(SentMessage message, long offset, boolean replayed) {
    }

    /** The message is one of an idempotent producer. @param producer says in which partition at its end */
    default void numbered(SentMessage message, String producer, int sequence) {
    }

    /** The answer said that the message at this offset has this time. */
    default void timeAnswered(PartitionKey partition, long offset, long timestampMillis) {
    }

    /** The message is sent once more, so that no single answer speaks for it. */
    default void repeated(SentMessage message) {
    }

    /** The answer said that the message is certainly not stored. */
    default void refused(SentMessage message, String code) {
    }

    /** The acknowledged messages that one request sent to one partition. @param offsets in request order */
    default void requestAnswered(PartitionKey partition, List<Long> offsets) {
    }

    default void fetched(PartitionKey partition, long fromOffset, FetchResult result) {
    }

    /** A fetch was refused because of its offset. */
    default void outOfRange(PartitionKey partition, long offset) {
    }

    /** Right after a start, before anybody publishes. @param powerLost whether unforced bytes may be gone */
    default void recovered(PartitionKey partition, List<LogRecord> all, FetchResult end, boolean powerLost) {
    }

    /** Nothing is in flight, and this is everything the partition holds. */
    default void audited(PartitionKey partition, List<LogRecord> all) {
    }

    default void topicCreationAsked(String topic) {
    }

    default void topicCreated(String topic) {
    }

    default void topicDeletionAsked(String topic) {
    }

    default void topicDeleted(String topic) {
    }

    /** The creation or deletion that was asked for last failed, and is not said to be of unknown outcome. */
    default void topicChangeRefused(String topic) {
    }

    default void topicChangeAsked(String topic, Map<String, String> config) {
    }

    default void topicChanged(String topic, Map<String, String> config) {
    }

    /** The change failed, and is not said to be of unknown outcome. */
    default void topicChangeRefused(String topic, Map<String, String> config) {
    }

    /** Right after a start. @param config all settings of the topic */
    default void topicConfigFound(String topic, Map<String, String> config) {
    }

    default void topicsFound(Set<String> topics) {
    }
}
