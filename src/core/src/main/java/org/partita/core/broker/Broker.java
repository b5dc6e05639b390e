package org.partita.core.broker;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.read.PartitionReader;
import org.partita.core.broker.read.SeenWatermark;
import org.partita.core.broker.read.Wait;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicRef;
import org.partita.core.produce.ProduceRequest;
import org.partita.core.produce.Produced;
import org.partita.core.producer.ProducerIdentity;
import org.partita.storage.BrokerException;

/**
 * Everything a face (HTTP, later the wire protocol) may ask of a broker. Callable from any thread; no method blocks.
 *
 * <p>Stages fail with a {@link BrokerException}; its code is the one of the outside contract. They
 * complete on the completion executor, never on a partition's loop.
 */
public interface Broker {
    /** Topics as last committed and applied here. */
    MetadataImage metadata();

    /** Completes when the topic can be published to; of unknown outcome if that takes longer than 30 s. */
    CompletionStage<TopicStatus> createTopic(NewTopic topic);

    /**
     * Completes when the change is durable and in force; of unknown outcome if that takes longer than 30 s. What a
     * topic with {@code flush=async} has stored is on disk when a change to {@code commit} is answered.
     */
    CompletionStage<TopicStatus> changeTopic(TopicChange change);

    /** Completes when the topic is gone; of unknown outcome if that takes longer than 30 s. */
    CompletionStage<Void> deleteTopic(String topic);

    /** The same for the topic that has this id. */
    CompletionStage<Void> deleteTopic(UUID topicId);

    /** What {@link #createTopic} would make at this moment, or why it would refuse; nothing is made. */
    CompletionStage<TopicMetadata> tryCreation(NewTopic topic);

    CompletionStage<TopicStatus> topicStatus(String topic);

    /**
     * Appends the messages, those of one partition in the order given.
     *
     * @return one outcome a message in request order. The stage itself fails if nothing was attempted, and with code
     *     {@code acknowledgement-timeout} if outcomes are missing shortly after the timeout of the request
     */
    CompletionStage<List<PublishOutcome>> publish(PublishRequest request);

    /**
     * Appends one batch as its producer made it, byte for byte but for its place, its leader epoch and, if the topic
     * asks for it, its time and its compression. Batches for one partition are appended in the order of the calls.
     *
     * @return completes when nobody reads the bytes of the request any more
     */
    CompletionStage<Produced> produce(ProduceRequest request);

    /** A new id for an idempotent producer, in epoch 0. */
    CompletionStage<ProducerIdentity> createProducer();

    /** For a producer that goes on after an error: the next epoch of its id, or a new id. */
    CompletionStage<ProducerIdentity> bumpProducer(ProducerIdentity current);

    CompletionStage<FetchResult> fetch(FetchRequest request);

    /** @throws BrokerException if there is no such partition */
    PartitionReader reader(TopicRef topic, int partition);

    /** @throws BrokerException if there is no topic of this id, or it has no such partition */
    PartitionReader reader(UUID topicId, int partition);

    /**
     * Counts messages that go to a client as they are stored, in batches of so many bytes. Those of a topic that has
     * gone meanwhile are in the totals of the broker only.
     */
    void sent(TopicRef topic, long messages, long sizeBytes);

    /** The same for the topic that has this id. */
    void sent(UUID topicId, long messages, long sizeBytes);

    /**
     * A wait for more than what was seen of any of these partitions. Where as many are waited for as may be, it ends
     * when its time is up only.
     *
     * @param seen with readers of this broker; of none, it ends when its time is up
     */
    Wait await(List<SeenWatermark> seen, long waitMillis);

    /**
     * Deletes the records before an offset: so it is on disk when this completes. Of unknown outcome if that takes
     * longer than 30 s.
     *
     * @param beforeOffset from 0 to the high watermark; the log starts there, unless it started later before. Any
     *     other is refused with {@link OffsetOutOfRangeException}, and nothing is deleted.
     * @return where the log starts
     */
    CompletionStage<Long> deleteRecords(TopicRef topic, int partition, long beforeOffset);

    /** Counters and gauges of this broker. Asks the disks for their space, and waits if one of them hangs. */
    BrokerStatistics statistics();

    /** Its data directories, the home first. Asks no disk. */
    List<DirectoryStatus> directories();
}
