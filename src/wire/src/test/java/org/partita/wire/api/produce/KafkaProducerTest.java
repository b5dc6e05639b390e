package org.partita.wire.api.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.NewTopic;
import org.partita.core.record.LogRecord;
import org.partita.wire.testing.KafkaListener;

/** Kafka's own producer, as it is; read back by the broker. */
class KafkaProducerTest {
    private static final String TOPIC = "orders";
    private static final long TIME_MILLIS = 1_700_000_000_000L;

    private final KafkaListener listener = KafkaListener.started();
    private final Random random = new Random(5);

    @AfterEach
    void stop() {
        listener.close();
    }

    @ParameterizedTest
    @CsvSource({"none,false", "none,true", "gzip,true", "gzip,false", "snappy,true", "lz4,true", "zstd,true",
        "zstd,false"})
    void messagesOfEveryCompressionAreReadBackAsTheyWere(String compression, boolean idempotent) throws Exception {
        listener.memory().create(TOPIC, 1);
        List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();
        for (int i = 0; i < 300; i++) sent.add(message(i));

        try (var producer = producer(Map.of(ProducerConfig.COMPRESSION_TYPE_CONFIG, compression,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, idempotent))) {
            assertOffsets(sendAll(producer, sent));
        }

        assertReadBack(sent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "all"})
    void messagesAreStoredWhateverIsAcknowledged(String acks) throws Exception {
        listener.memory().create(TOPIC, 1);
        List<ProducerRecord<byte[], byte[]>> sent = List.of(message(0), message(1), message(2));

        try (var producer = producer(Map.of(ProducerConfig.ACKS_CONFIG, acks,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false))) {
            List<RecordMetadata> answers = sendAll(producer, sent);
            if (acks.equals("0")) assertThat(answers).noneMatch(RecordMetadata::hasOffset);
            else assertOffsets(answers);
            // A broker answers nothing to acks 0; what comes behind on the same connection tells that it is stored.
            producer.partitionsFor(TOPIC);
        }

        awaitStored(sent.size());
        assertReadBack(sent);
    }

    @Test
    void largeBatchesAndFiveInFlightKeepTheirOrder() throws Exception {
        listener.memory().create(TOPIC, 1);
        List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            byte[] value = new byte[60_000 + random.nextInt(200_000)];
            random.nextBytes(value);
            sent.add(new ProducerRecord<>(TOPIC, 0, TIME_MILLIS + i, bytes("k" + i), value));
        }

        try (var producer = producer(Map.of(ProducerConfig.BATCH_SIZE_CONFIG, 262_144, ProducerConfig.LINGER_MS_CONFIG,
            1))) {
            assertOffsets(sendAll(producer, sent));
        }

        assertReadBack(sent);
    }

    @Test
    void idempotentProducerGoesOnAfterARestartOfTheBroker() throws Exception {
        listener.memory().create(TOPIC, 1);
        List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();
        for (int i = 0; i < 200; i++) sent.add(message(i));

        try (var producer = producer(Map.of(ProducerConfig.BATCH_SIZE_CONFIG, 200))) {
            List<Future<RecordMetadata>> answers = new ArrayList<>();
            for (int i = 0; i < sent.size(); i++) {
                if (i == 100) {
                    // One of whom nothing is stored may begin anywhere, also with the second of its batches.
                    answered(answers.subList(0, 1));
                    listener.restartBroker();
                }
                answers.add(producer.send(sent.get(i)));
            }
            assertOffsets(answered(answers));
        }

        assertReadBack(sent);
    }

    @Test
    void timeOfTheAppendIsAnswered() throws Exception {
        create(Map.of("message.timestamp.type", "LogAppendTime"));

        try (var producer = producer(Map.of())) {
            RecordMetadata answer = sendAll(producer, List.of(message(0))).get(0);

            assertThat(answer.timestamp()).isEqualTo(fetch(0).records().get(0).timestampMillis())
                .isNotEqualTo(TIME_MILLIS);
        }
    }

    @Test
    void whatIsWrongWithAMessageIsSaid() throws Exception {
        create(Map.of("max.message.bytes", "1000"));

        try (var producer = producer(Map.of())) {
            assertThatThrownBy(() -> sendAll(producer, List.of(
                new ProducerRecord<>(TOPIC, 0, TIME_MILLIS, null, new byte[2_000]))))
                .hasCauseInstanceOf(RecordTooLargeException.class);
            assertThatThrownBy(() -> sendAll(producer, List.of(
                new ProducerRecord<>(TOPIC, 0, 253_402_300_800_000L, null, bytes("v")))))
                .hasCauseInstanceOf(InvalidTimestampException.class);
        }
    }

    @Test
    void topicsAreCreatedByTheMetadataTheProducerAsksFor() throws Exception {
        try (KafkaListener creating = KafkaListener.creatingTopics();
                var producer = new KafkaProducer<>(config(creating, Map.of()))) {
            producer.send(new ProducerRecord<>("fresh", bytes("v"))).get(30, TimeUnit.SECONDS);

            assertThat(creating.broker().metadata().topics()).containsOnlyKeys("fresh");
        }
    }

    @Test
    void transactionsAreRefused() {
        try (var producer = producer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "t"))) {
            assertThatThrownBy(producer::initTransactions)
                .isInstanceOf(TransactionalIdAuthorizationException.class);
        }
    }

    private void create(Map<String, String> config) throws Exception {
        listener.broker().createTopic(new NewTopic(TOPIC, 1, NewTopic.DEFAULT, config)).toCompletableFuture()
            .get(30, TimeUnit.SECONDS);
    }

    private ProducerRecord<byte[], byte[]> message(int number) {
        byte[] value = new byte[random.nextInt(400)];
        random.nextBytes(value);
        ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(TOPIC, 0, TIME_MILLIS + number,
            number % 3 == 0 ? null : bytes("key-" + number), number % 7 == 0 ? null : value);
        if (number % 5 == 0) message.headers().add("h", bytes("x" + number)).add("null", null);
        return message;
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, Object> own) {
        return new KafkaProducer<>(config(listener, own));
    }

    private static Map<String, Object> config(KafkaListener listener, Map<String, Object> own) {
        Map<String, Object> config = new HashMap<>(Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, listener.bootstrap(),
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class,
            ProducerConfig.MAX_BLOCK_MS_CONFIG, 30_000));
        config.putAll(own);
        return config;
    }

    private static List<RecordMetadata> sendAll(KafkaProducer<byte[], byte[]> producer,
                                                List<ProducerRecord<byte[], byte[]>> messages) throws Exception {
        List<Future<RecordMetadata>> answers = new ArrayList<>();
        for (ProducerRecord<byte[], byte[]> each : messages) answers.add(producer.send(each));
        return answered(answers);
    }

    private static List<RecordMetadata> answered(List<Future<RecordMetadata>> answers) throws Exception {
        List<RecordMetadata> all = new ArrayList<>();
        for (Future<RecordMetadata> each : answers) all.add(each.get(60, TimeUnit.SECONDS));
        return all;
    }

    private static void assertOffsets(List<RecordMetadata> answers) {
        for (int i = 0; i < answers.size(); i++) assertThat(answers.get(i).offset()).isEqualTo(i);
    }

    private void assertReadBack(List<ProducerRecord<byte[], byte[]>> sent) throws Exception {
        List<LogRecord> found = new ArrayList<>();
        while (found.size() < sent.size()) found.addAll(fetch(found.size()).records());
        assertThat(found).hasSameSizeAs(sent);
        for (int i = 0; i < sent.size(); i++) assertSame(found.get(i), sent.get(i), i);
    }

    private static void assertSame(LogRecord found, ProducerRecord<byte[], byte[]> sent, int offset) {
        assertThat(found.offset()).isEqualTo(offset);
        assertThat(found.timestampMillis()).isEqualTo(sent.timestamp());
        assertThat(found.key().isNull() ? null : found.key().toArray()).isEqualTo(sent.key());
        assertThat(found.value().isNull() ? null : found.value().toArray()).isEqualTo(sent.value());
        Header[] headers = sent.headers().toArray();
        assertThat(found.headers()).hasSize(headers.length);
        for (int i = 0; i < headers.length; i++) {
            assertThat(found.headers().get(i).name()).isEqualTo(headers[i].key());
            assertThat(found.headers().get(i).value().isNull() ? null : found.headers().get(i).value().toArray())
                .isEqualTo(headers[i].value());
        }
    }

    /** Waits at the end of what is there, at most as long as a fetch may. */
    private void awaitStored(int count) throws Exception {
        long end = fetch(0).nextOffset();
        for (int tries = 0; end < count && tries < 10; tries++) end = fetch(end).nextOffset();
    }

    private FetchResult fetch(long offset) throws Exception {
        return listener.broker().fetch(new FetchRequest(TOPIC, 0, new FetchRequest.StartAt.Offset(offset), 500, 8 << 20,
            0, 5_000)).toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
