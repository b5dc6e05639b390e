package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.SharedBroker;

/** What a scraper sees on /metrics. Series follow the broker within a second. */
@ExtendWith(SharedBroker.class)
class MetricsIT {
    private static final int REQUESTS = 1_000;

    @Test
    void totalsAreCounters(BrokerClient broker) {
        broker.createTopic("metrics-totals", 1);
        broker.publish("metrics-totals", "{\"payload\":1}");
        awaitSeries(broker, "partita_topic_messages_in_total", "metrics-totals", 1);

        List<String> types = text(broker).lines().filter(line -> line.startsWith("# TYPE partita")).toList();

        assertThat(types).contains("# TYPE partita_messages_in_total counter",
            "# TYPE partita_bytes_out_total counter", "# TYPE partita_store_forces_total counter",
            "# TYPE partita_topic_messages_in_total counter", "# TYPE partita_leaders gauge",
            "# TYPE partita_directory_writable gauge", "# TYPE partita_directory_used_bytes gauge");
        assertThat(types).as("each name has one type").doesNotHaveDuplicates();
    }

    @Test
    void b157TopicsWhoseNamesDifferInOneSignHaveSeriesOfTheirOwn(BrokerClient broker) {
        int messages = 0;
        for (String topic : List.of("m.x", "m_x", "m-x")) {
            broker.createTopic(topic, 1);
            messages++;
            for (int i = 0; i < messages; i++) broker.publish(topic, "{\"payload\":1}");
        }

        awaitSeries(broker, "partita_topic_messages_in_total", "m.x", 1);
        awaitSeries(broker, "partita_topic_messages_in_total", "m_x", 2);
        awaitSeries(broker, "partita_topic_messages_in_total", "m-x", 3);
    }

    @Test
    void seriesEndWithTheirTopic(BrokerClient broker) {
        broker.createTopic("metrics-ending", 1);
        broker.publish("metrics-ending", "{\"payload\":1}");
        awaitSeries(broker, "partita_topic_messages_in_total", "metrics-ending", 1);

        broker.send("DELETE", "/v1/topics/metrics-ending").expect(204);

        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() ->
            assertThat(text(broker)).doesNotContain("metrics-ending"));
    }

    @Test
    void b172KeysAndUnknownTopicsMakeNoSeries(BrokerClient broker) {
        broker.createTopic("metrics-bounded", 1);
        broker.post("/v1/topics/unknown-0/messages", JSON, "{\"payload\":1}").expect(404);
        broker.post("/v1/topics/metrics-bounded/messages", JSON, "{\"payload\":1}", "Idempotency-Key", "k").expect(201);
        awaitSeries(broker, "partita_topic_messages_in_total", "metrics-bounded", 1);
        SortedSet<String> before = new TreeSet<>(series(broker).keySet());

        for (int i = 1; i < REQUESTS; i++) {
            broker.post("/v1/topics/unknown-" + i + "/messages", JSON, "{\"payload\":1}").expect(404);
            broker.post("/v1/topics/metrics-bounded/messages", JSON, "{\"payload\":1}", "Idempotency-Key", "k" + i,
                "X-Request-Id", "request-" + i).expect(201);
        }

        awaitSeries(broker, "partita_topic_messages_in_total", "metrics-bounded", REQUESTS);
        assertThat(series(broker).keySet()).isEqualTo(before);
    }

    @Test
    void answersAreCountedByTheirOutcomeAndCode(BrokerClient broker) {
        broker.createTopic("metrics-outcomes", 1);
        SortedMap<String, Double> before = series(broker);

        broker.publish("metrics-outcomes", "{\"payload\":1}");
        broker.post("/v1/topics/unknown/messages", JSON, "{\"payload\":1}").expect(404);
        broker.post("/v1/topics/metrics-outcomes/messages", JSON,
            "{\"messages\":[{\"payload\":2},{\"payload\":3,\"partition\":9}]}").expectProblem(404, "batch-incomplete");
        broker.fetch("metrics-outcomes", 0, "offset=0");

        SortedMap<String, Double> after = series(broker);
        assertThat(growth("partita_publish_micros_count", "outcome=\"success\"", before, after)).isEqualTo(1);
        assertThat(growth("partita_publish_micros_count", "outcome=\"failure\"", before, after)).isEqualTo(2);
        assertThat(growth("partita_publish_micros_sum", "outcome=\"failure\"", before, after)).isPositive();
        assertThat(growth("partita_fetch_micros_count", "outcome=\"success\",waiting=\"false\"", before, after))
            .isEqualTo(1);
        assertThat(growth("partita_fetch_micros_sum", "outcome=\"success\",waiting=\"false\"", before, after))
            .isPositive();
        assertThat(growth("partita_requests_refused_total", "code=\"topic-not-found\"", before, after)).isEqualTo(1);
        assertThat(growth("partita_requests_refused_total", "code=\"batch-incomplete\"", before, after)).isEqualTo(1);
    }

    @Test
    void topicThatAsksForMoreReplicasThanAreInSyncIsShown(BrokerClient broker) {
        String series = "partita_under_min_isr_partitions{mp_scope=\"application\"}";
        broker.createTopic("metrics-enough", 2);
        double before = series(broker).getOrDefault(series, 0.0);

        broker.post("/v1/topics", JSON, "{\"name\":\"metrics-of-two\",\"partitions\":2,"
            + "\"config\":{\"min.insync.replicas\":2}}").expect(201);

        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() ->
            assertThat(series(broker)).containsEntry(series, before + 2));
        broker.send("DELETE", "/v1/topics/metrics-of-two").expect(204);
    }

    @Test
    void answersToKafkaClientsAreCounted(BrokerProcess process) {
        BrokerClient broker = process.client();
        broker.createTopic("metrics-kafka", 1);
        SortedMap<String, Double> before = series(broker);

        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, process.bootstrap()), new StringSerializer(),
            new StringSerializer())) {
            producer.send(new ProducerRecord<>("metrics-kafka", "stored"));
            producer.flush();
            producer.send(new ProducerRecord<>("metrics-kafka", 0, "k", "refused",
                List.of(new RecordHeader("partita-x", new byte[0]))));
            producer.flush();
        }

        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            SortedMap<String, Double> after = series(broker);
            assertThat(growth("partita_wire_errors_total", "error=\"INVALID_RECORD\"", before, after)).isEqualTo(1);
            assertThat(growth("partita_wire_produce_micros_bucket_total", "le=\"+Inf\"", before, after)).isEqualTo(2);
        });
        assertThat(text(broker)).contains("# TYPE partita_wire_produce_micros_sum_total counter");
    }

    /** @param labels all on the same side of the scope, in the order of their names */
    private static double growth(String name, String labels, SortedMap<String, Double> before,
                                 SortedMap<String, Double> after) {
        String series = labels.compareTo("mp_scope") < 0 ? name + "{" + labels + ",mp_scope=\"application\"}"
            : name + "{mp_scope=\"application\"," + labels + "}";
        assertThat(after).containsKey(series);
        return after.get(series) - before.getOrDefault(series, 0.0);
    }

    @Test
    void noSeriesOfTheApplicationIsShownTwice(BrokerClient broker) {
        List<String> names = text(broker).lines().filter(line -> !line.startsWith("#") && !line.isBlank())
            .map(line -> line.substring(0, line.lastIndexOf(' '))).toList();

        assertThat(names).doesNotHaveDuplicates().anyMatch(name -> name.startsWith("partita_publish_micros"));
    }

    private static void awaitSeries(BrokerClient broker, String name, String topic, double value) {
        String series = name + "{mp_scope=\"application\",topic=\"" + topic + "\"}";
        Awaitility.await(series).atMost(Duration.ofSeconds(30)).untilAsserted(() ->
            assertThat(series(broker)).containsEntry(series, value));
    }

    private static SortedMap<String, Double> series(BrokerClient broker) {
        SortedMap<String, Double> series = new TreeMap<>();
        text(broker).lines().filter(line -> line.startsWith("partita")).forEach(line -> {
            int space = line.lastIndexOf(' ');
            series.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
        });
        return series;
    }

    /** Of the application: the server shows its own figures once more for each application. */
    private static String text(BrokerClient broker) {
        return broker.get("/metrics?scope=application").expect(200).text();
    }
}
