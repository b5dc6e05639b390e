package org.partita.core.broker;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.partita.core.metadata.MetadataImage;

/**
 * Everything a face (HTTP, later the wire protocol) may ask of a broker. Callable from any thread; no method blocks.
 *
 * <p>Stages fail with a {@link org.partita.storage.BrokerException}; its code is the one of the outside contract. They
 * complete on the completion executor, never on a partition's loop.
 */
public interface Broker {
    /** Topics as last committed and applied here. */
    MetadataImage metadata();

    /** Completes when the topic can be published to. */
    CompletionStage<TopicStatus> createTopic(NewTopic topic);

    CompletionStage<Void> deleteTopic(String topic);

    CompletionStage<TopicStatus> topicStatus(String topic);

    /**
     * Appends the messages, those of one partition in the order given.
     *
     * @return one outcome a message in request order; the stage itself fails only if nothing was attempted
     */
    CompletionStage<List<PublishOutcome>> publish(PublishRequest request);

    CompletionStage<FetchResult> fetch(FetchRequest request);

    /** Counters and gauges of this broker. */
    BrokerStatistics statistics();
}
