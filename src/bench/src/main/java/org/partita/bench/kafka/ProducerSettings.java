package org.partita.bench.kafka;

import java.util.Map;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * How the stock producer sends: without compression, socket buffers left to the system. All else is what it does
 * without being told.
 *
 * @param idempotent acknowledged by all replicas and stored once; else acknowledged by the leader
 * @param lingerMillis how long a batch waits for more, unless it is full
 */
public record ProducerSettings(boolean idempotent, int batchBytes, int lingerMillis) {
    /** What the client has without being told. */
    public static final int LINGER_MILLIS = 5;

    public ProducerSettings(boolean idempotent, int batchBytes) {
        this(idempotent, batchBytes, LINGER_MILLIS);
    }

    KafkaProducer<byte[], byte[]> connect(String bootstrapServers) {
        Map<String, Object> settings = Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
            ProducerConfig.ACKS_CONFIG, idempotent ? "all" : "1",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, idempotent,
            ProducerConfig.COMPRESSION_TYPE_CONFIG, "none",
            ProducerConfig.BATCH_SIZE_CONFIG, batchBytes,
            ProducerConfig.LINGER_MS_CONFIG, lingerMillis,
            ProducerConfig.SEND_BUFFER_CONFIG, -1,
            ProducerConfig.RECEIVE_BUFFER_CONFIG, -1);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
