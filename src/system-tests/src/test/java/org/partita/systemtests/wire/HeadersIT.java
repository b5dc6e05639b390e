package org.partita.systemtests.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.SharedBroker;

/** What Kafka clients see of the headers of a message that was published over HTTP, and what they may send back. */
@ExtendWith(SharedBroker.class)
class HeadersIT {
    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final String OF_THE_BROKER = "partita-idempotency";

    private final BrokerProcess broker;

    HeadersIT(BrokerProcess broker) {
        this.broker = broker;
    }

    @Test
    void keyedMessageHasTheHeaderOfTheBrokerBehindItsOwn() {
        ConsumerRecord<String, String> keyed = published("headers-keyed", "Idempotency-Key", "k");
        ConsumerRecord<String, String> plain = published("headers-plain");

        assertThat(keyed.headers()).extracting(Header::key).containsExactly("lang", "content-type", OF_THE_BROKER);
        assertThat(plain.headers()).extracting(Header::key).containsExactly("lang", "content-type");
        assertThat(new String(keyed.headers().lastHeader("content-type").value())).isEqualTo("application/json");
        assertThat(broker.client().get("/v1/topics/headers-keyed/partitions/0/messages/0").expect(200).text())
            .contains("\"headers\":{\"lang\":\"en\"}").doesNotContain(OF_THE_BROKER);
    }

    @Test
    void copyOfAKeyedMessageIsRefusedUntilTheHeaderOfTheBrokerIsTakenOff() throws Exception {
        ConsumerRecord<String, String> keyed = published("headers-copied", "Idempotency-Key", "k");
        Headers headers = keyed.headers();

        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap()), new StringSerializer(),
            new StringSerializer())) {
            assertThatThrownBy(() -> copy(producer, keyed, headers)).hasCauseInstanceOf(InvalidRecordException.class)
                .hasMessageContaining("partita-");
            assertThat(copy(producer, keyed, headers.remove(OF_THE_BROKER))).isEqualTo(1);
        }
    }

    private static long copy(KafkaProducer<String, String> producer, ConsumerRecord<String, String> message,
                             Headers headers) throws Exception {
        return producer.send(new ProducerRecord<>(message.topic(), 0, message.key(), message.value(), headers))
            .get(WITHIN.toSeconds(), TimeUnit.SECONDS).offset();
    }

    /** The first message of a new topic, as Kafka's consumer has it. */
    private ConsumerRecord<String, String> published(String topic, String... httpHeaders) {
        broker.client().createTopic(topic, 1);
        broker.client().post("/v1/topics/" + topic + "/messages", JSON,
            "{\"key\":\"a\",\"payload\":1,\"headers\":{\"lang\":\"en\"}}", httpHeaders).expect(201);
        List<TopicPartition> partition = List.of(new TopicPartition(topic, 0));
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
            Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap(),
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(partition);
            consumer.seekToBeginning(partition);
            return StreamSupport.stream(consumer.poll(WITHIN).spliterator(), false).findFirst().orElseThrow();
        }
    }
}
