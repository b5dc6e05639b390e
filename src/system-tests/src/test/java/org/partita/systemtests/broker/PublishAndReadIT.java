package org.partita.systemtests.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.JsonText;
import org.partita.systemtests.harness.Position;
import org.partita.systemtests.harness.SharedBroker;
import org.partita.systemtests.harness.StoredMessage;

/** What goes in comes out, at the place the answer named. */
@ExtendWith(SharedBroker.class)
class PublishAndReadIT {
    @Test
    void exampleOfTheRequirementsIsStoredAndReadBack(BrokerClient broker) {
        String payload = "{ \"orderId\": \"ord_92\", \"status\": \"created\" }";
        broker.createTopic("shop-orders", 24);

        Answer answer = broker.post("/v1/topics/shop-orders/messages", JSON,
            "{\n  \"key\": \"customer-4821\",\n  \"payload\": " + payload + "\n}", "Idempotency-Key", "8d91d3c4");

        JsonText stored = answer.expect(201).json();
        assertThat(stored.member("topic").string()).isEqualTo("shop-orders");
        assertThat(stored.member("partition").integer()).isBetween(0L, 23L);
        assertThat(stored.member("offset").integer()).isZero();
        Position position = new Position((int) stored.member("partition").integer(), 0);
        assertThat(answer.header("Location")).hasValueSatisfying(location -> assertThat(location)
            .endsWith("/v1/topics/shop-orders/partitions/" + position.partition() + "/messages/0"));
        assertThat(broker.read("shop-orders", position).key()).isEqualTo("customer-4821");
        assertThat(broker.read("shop-orders", position).payloadText()).isEqualTo(payload);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "9007199254740993", "-0.0", "1E400", "12345678901234567890.000", "\"\\u00e9\\/é😀\"",
        "{\"b\":1,\"a\":2,\"b\":3}",
        "[ 1 ,\t2 ]", "{}", "\"\"", "true", "{\"deep\":[[[[{}]]]],\"text\":\"line\\nbreak\"}", "\" \"", "0"
    })
    void payloadKeepsItsBytes(String payload, BrokerClient broker) {
        String topic = "bytes-" + Integer.toHexString(payload.hashCode());
        broker.createTopic(topic, 1);

        Position position = broker.publish(topic, "{\"payload\": " + payload + " }");

        assertThat(broker.read(topic, position).payloadBytes()).isEqualTo(payload.getBytes(UTF_8));
    }

    @Test
    void keyKeepsItsPartitionAndPartitionsKeepTheirOrder(BrokerClient broker) {
        broker.createTopic("ordered", 5);
        List<String> messages = IntStream.range(0, 200)
            .mapToObj(i -> "{\"key\":\"key-%d\",\"payload\":%d}".formatted(i % 10, i)).toList();

        List<Position> positions = broker.publishBatch("ordered", messages);

        assertThat(positions).hasSize(200).doesNotHaveDuplicates();
        for (int i = 10; i < 200; i++) {
            assertThat(positions.get(i).partition()).isEqualTo(positions.get(i - 10).partition());
            assertThat(positions.get(i).offset()).isGreaterThan(positions.get(i - 10).offset());
        }
        assertThat(IntStream.range(0, 5).map(partition -> broker.readAll("ordered", partition).size()).sum())
            .isEqualTo(200);
    }

    @Test
    void fetchWaitsUntilAMessageArrives(BrokerClient broker) {
        broker.createTopic("awaited", 1);
        Instant asked = Instant.now();

        CompletableFuture<Answer> waiting =
            CompletableFuture.supplyAsync(() -> broker.fetch("awaited", 0, "offset=0&waitMs=20000"));
        CompletableFuture<Answer> timedOut =
            CompletableFuture.supplyAsync(() -> broker.fetch("awaited", 0, "offset=0&waitMs=1000"));
        assertThat(timedOut.join().json().member("messages").elements()).isEmpty();
        assertThat(waiting).isNotDone();
        broker.publish("awaited", "{\"payload\":\"here\"}");
        List<JsonText> messages = waiting.join().json().member("messages").elements();

        assertThat(messages).hasSize(1);
        assertThat(messages.get(0).member("payload").raw()).isEqualTo("\"here\"");
        assertThat(Duration.between(asked, Instant.now())).isBetween(Duration.ofMillis(1000), Duration.ofSeconds(10));
    }

    @Test
    void batchOfEveryFormIsReadBack(BrokerClient broker) {
        broker.createTopic("forms", 1);

        List<Position> positions = broker.publishBatch("forms", List.of(
            "{\"key\":\"a\",\"payload\":1,\"headers\":{\"trace\":\"é\"}}",
            "{\"key\":\"b\",\"payloadBase64\":\"AA0K/w==\"}",
            "{\"key\":\"c\",\"payload\":null}",
            "{\"keyBase64\":\"/w==\",\"payload\":\"text\"}"));

        List<StoredMessage> messages = broker.readAll("forms", 0);
        assertThat(positions).containsExactly(new Position(0, 0), new Position(0, 1), new Position(0, 2),
            new Position(0, 3));
        assertThat(messages.get(0).json().member("headers").member("trace").string()).isEqualTo("é");
        assertThat(messages.get(1).payloadBytes()).containsExactly(0, 13, 10, -1);
        assertThat(messages.get(2).json().member("payload").raw()).isEqualTo("null");
        assertThat(messages.get(2).json().member("tombstone").raw()).isEqualTo("true");
        assertThat(messages.get(3).json().member("keyBase64").string()).isEqualTo("/w==");
    }
}
