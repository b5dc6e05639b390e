package org.partita.bench.kafka;

import java.io.IOException;
import java.time.Duration;

/** A broker that speaks Kafka's protocol, in a process of its own. Closing it stops it. */
public interface ProtocolBroker extends AutoCloseable {
    String bootstrapServers();

    /** Processor time of the process since its start. */
    Duration processorTime();

    /** Memory of the process that is not swapped out, in bytes. Linux tells; 0 elsewhere. */
    long residentBytes() throws IOException;

    /** Makes a topic that has one copy of everything. */
    void createTopic(TopicPlan topic) throws IOException;

    /** How many messages were stored in a topic so far, those that are gone again included. */
    long stored(String topic) throws IOException;

    @Override
    void close();
}
