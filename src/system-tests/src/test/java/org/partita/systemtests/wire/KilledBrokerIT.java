package org.partita.systemtests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.partita.systemtests.crash.ChildProcess;
import org.partita.systemtests.harness.FreePort;

/** Kafka's own idempotent producer tries again and again while its broker is killed and started again. */
class KilledBrokerIT {
    private static final boolean SOAK = Boolean.getBoolean("partita.soak");
    private static final int ROUNDS = Integer.getInteger("partita.wire.kills", SOAK ? 50 : 5);
    private static final long SEED = Long.getLong("partita.crash.seed", System.nanoTime());
    private static final String TOPIC = "payments";
    private static final int PARTITIONS = 3;
    private static final int LEAST_ACKNOWLEDGED = 200;
    private static final String PADDING = "x".repeat(100);
    private static final long STARTED_WITHIN_MILLIS = 60_000;
    private static final long ACKNOWLEDGED_WITHIN_SECONDS = 120;
    private static final long READ_WITHIN_SECONDS = 120;
    private static final Duration POLL = Duration.ofSeconds(5);

    @TempDir
    private Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final String address = "127.0.0.1:" + FreePort.next();
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private int lives;

    @Test
    void nothingIsLostDoubledOrLeftOut() throws Exception {
        System.out.printf("%d kills under an idempotent producer, seed %d%n", ROUNDS, SEED);
        Files.createDirectories(directory.resolve("logs"));
        ChildProcess broker = start();
        KafkaProducer<Integer, String> producer = producer();
        try {
            createTopic();
            for (int round = 0; round < ROUNDS; round++) {
                sendUntilAcknowledged(producer, sent.size() + LEAST_ACKNOWLEDGED + random.nextInt(2_000));
                sendMore(producer, random.nextInt(3_000));
                broker.kill();
                sendMore(producer, random.nextInt(500));
                broker = start();
            }
            sendUntilAcknowledged(producer, sent.size() + LEAST_ACKNOWLEDGED);

            assertThat(offsetsAcknowledged()).isEqualTo(expectedOffsets());
            assertThat(read()).isEqualTo(expected());
            System.out.printf("%d messages, each there once and in order, after %d kills%n", sent.size(), ROUNDS);
        } finally {
            // Without a broker it would otherwise try for ever.
            producer.close(Duration.ZERO);
            broker.close();
        }
    }

    private ChildProcess start() {
        ChildProcess child = ChildProcess.start(ListeningChild.class, "96m",
            directory.resolve("logs").resolve("life-%04d".formatted(lives++)), directory.resolve("data").toString(),
            address.substring(address.indexOf(':') + 1));
        try {
            child.awaitLine(ListeningChild.LISTENING, STARTED_WITHIN_MILLIS);
            return child;
        } catch (RuntimeException | Error failed) {
            child.close();
            throw failed;
        }
    }

    private KafkaProducer<Integer, String> producer() {
        return new KafkaProducer<>(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, address,
            ProducerConfig.ACKS_CONFIG, "all", ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE, ProducerConfig.BATCH_SIZE_CONFIG, 2_000,
            ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 20, ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, 20,
            ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 200,
            // It shall keep what it knows of a topic while there is no broker: else a send waits for it.
            CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG, "none"),
            new IntegerSerializer(), new StringSerializer());
    }

    private void createTopic() throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1))).all()
                .get(ACKNOWLEDGED_WITHIN_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Numbers from 0 on, to the partitions in turn. */
    private void sendMore(KafkaProducer<Integer, String> producer, int count) {
        for (int i = 0; i < count; i++) {
            int number = sent.size();
            sent.add(producer.send(new ProducerRecord<>(TOPIC, number % PARTITIONS, number, PADDING)));
        }
    }

    private void sendUntilAcknowledged(KafkaProducer<Integer, String> producer, int total) throws Exception {
        sendMore(producer, total - sent.size());
        producer.flush();
        sent.get(total - 1).get(ACKNOWLEDGED_WITHIN_SECONDS, TimeUnit.SECONDS);
    }

    private List<Long> offsetsAcknowledged() throws Exception {
        List<Long> offsets = new ArrayList<>();
        for (Future<RecordMetadata> each : sent) {
            offsets.add(each.get(ACKNOWLEDGED_WITHIN_SECONDS, TimeUnit.SECONDS).offset());
        }
        return offsets;
    }

    private List<Long> expectedOffsets() {
        return IntStream.range(0, sent.size()).mapToObj(number -> (long) (number / PARTITIONS)).toList();
    }

    private List<List<Integer>> expected() {
        return IntStream.range(0, PARTITIONS).mapToObj(partition -> IntStream.range(0, sent.size())
            .filter(number -> number % PARTITIONS == partition).boxed().toList()).toList();
    }

    private List<List<Integer>> read() {
        try (KafkaConsumer<Integer, String> consumer = new KafkaConsumer<>(Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, address, ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false),
            new IntegerDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions =
                IntStream.range(0, PARTITIONS).mapToObj(each -> new TopicPartition(TOPIC, each)).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<List<Integer>> found = IntStream.range(0, PARTITIONS)
                .<List<Integer>>mapToObj(each -> new ArrayList<>()).toList();
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(READ_WITHIN_SECONDS);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                assertThat(System.nanoTime()).as("end of the reading").isLessThan(deadlineNanos);
                for (ConsumerRecord<Integer, String> each : consumer.poll(POLL)) {
                    found.get(each.partition()).add(each.key());
                }
            }
            return found;
        }
    }
}
