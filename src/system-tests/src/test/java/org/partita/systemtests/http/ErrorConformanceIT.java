package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.Distribution;
import org.partita.systemtests.harness.SharedBroker;

/**
 * The table of statuses and codes of the contract. What one healthy broker can answer is asked for; the rest has the
 * reason why not, and where it is tested or which work brings it.
 */
@ExtendWith(SharedBroker.class)
class ErrorConformanceIT {
    private static final Pattern ROW = Pattern.compile("\\| (\\d{3}) \\| `([a-z-]+)` \\|.*");
    private static final String TOPIC = "conformance";
    private static final String MESSAGES = "/v1/topics/" + TOPIC + "/messages";
    private static final String PARTITION = "/v1/topics/" + TOPIC + "/partitions/";

    private static final Map<String, Function<BrokerClient, Answer>> ASKED_FOR = new LinkedHashMap<>();
    private static final Map<String, String> NOT_ASKED_FOR = new LinkedHashMap<>();

    static {
        ASKED_FOR.put("400 invalid-request", broker -> broker.post(MESSAGES, JSON, "{\"payload\":1,\"partition\":-1}"));
        ASKED_FOR.put("400 invalid-name", broker -> broker.get("/v1/topics/a%20b"));
        ASKED_FOR.put("400 invalid-json", broker -> broker.post(MESSAGES, JSON, "{"));
        ASKED_FOR.put("404 not-found", broker -> broker.get("/v1/nothing"));
        ASKED_FOR.put("404 topic-not-found", broker -> broker.get("/v1/topics/absent"));
        ASKED_FOR.put("404 partition-not-found", broker -> broker.get(PARTITION + "7/messages?offset=0"));
        ASKED_FOR.put("404 message-not-found", broker -> broker.get(PARTITION + "0/messages/99"));
        ASKED_FOR.put("405 method-not-allowed", broker -> broker.send("PUT", "/v1/topics"));
        ASKED_FOR.put("406 not-acceptable", broker -> broker.get("/v1/topics", "Accept", "image/png"));
        ASKED_FOR.put("409 topic-exists", broker -> broker.post("/v1/topics", JSON, "{\"name\":\"" + TOPIC + "\"}"));
        ASKED_FOR.put("413 message-too-large", broker -> broker.post(MESSAGES, JSON, payload(2 << 20)));
        ASKED_FOR.put("413 request-too-large", broker -> broker.post(MESSAGES, JSON, payload(17 << 20)));
        ASKED_FOR.put("415 unsupported-media-type", broker -> broker.post(MESSAGES, "image/png", "x"));
        ASKED_FOR.put("416 offset-out-of-range", broker -> broker.get(PARTITION + "0/messages?offset=99"));
        ASKED_FOR.put("422 idempotency-key-reused", ErrorConformanceIT::keyReused);
        ASKED_FOR.put("503 not-enough-replicas", ErrorConformanceIT::tooFewInSync);

        NOT_ASKED_FOR.put("401 unauthenticated", "comes with security (authentication)");
        NOT_ASKED_FOR.put("403 forbidden", "needs a Host that HTTP clients do not send: AddressGuardIT");
        NOT_ASKED_FOR.put("404 group-not-found", "comes with consumer groups");
        NOT_ASKED_FOR.put("404 member-not-found", "comes with consumer groups");
        NOT_ASKED_FOR.put("404 job-not-found", "comes with dead letters and reassignments");
        NOT_ASKED_FOR.put("404 quota-not-found", "comes with quotas");
        NOT_ASKED_FOR.put("408 request-timeout", "needs a slow client: SlowBodiesIT");
        NOT_ASKED_FOR.put("409 compacted-topic", "comes with compaction");
        NOT_ASKED_FOR.put("409 fenced-member", "comes with consumer groups");
        NOT_ASKED_FOR.put("409 idempotency-in-flight", "needs a disk that hangs: HangingDiskIT");
        NOT_ASKED_FOR.put("409 group-not-empty", "comes with consumer groups");
        NOT_ASKED_FOR.put("409 group-protocol", "comes with consumer groups");
        NOT_ASKED_FOR.put("409 offset-rewind", "comes with consumer groups");
        NOT_ASKED_FOR.put("409 reassignment-in-progress", "comes with clusters");
        NOT_ASKED_FOR.put("429 quota-exceeded", "needs 1,000,000 remembered keys: IdempotencyKeyTest; else quotas");
        NOT_ASKED_FOR.put("500 internal-error", "a healthy broker has none: DisplacedFilesIT");
        NOT_ASKED_FOR.put("502 forward-failed", "comes with clusters");
        NOT_ASKED_FOR.put("503 leader-unavailable", "needs a partition without its files: DisplacedFilesIT");
        NOT_ASKED_FOR.put("503 coordinator-loading", "comes with consumer groups");
        NOT_ASKED_FOR.put("503 no-controller", "comes with clusters");
        NOT_ASKED_FOR.put("503 starting", "needs a disk that keeps a broker waiting: StartingIT");
        NOT_ASKED_FOR.put("504 acknowledgement-timeout", "needs a disk that hangs: HangingDiskIT");
        NOT_ASKED_FOR.put("507 disk-full", "needs a disk of its own: DiskFullOverHttpIT");
    }

    @TestFactory
    Stream<DynamicTest> everyCodeOfOneHealthyBrokerIsAnsweredWithItsProblem(BrokerClient broker) {
        if (broker.get("/v1/topics/" + TOPIC).status() == 404) broker.createTopic(TOPIC, 1);

        return ASKED_FOR.entrySet().stream().map(row -> DynamicTest.dynamicTest(row.getKey(), () -> {
            String[] expected = row.getKey().split(" ");

            Answer answer = row.getValue().apply(broker);

            answer.expectProblem(Integer.parseInt(expected[0]), expected[1]);
            assertThat(answer.header("Cache-Control")).contains("no-store");
        }));
    }

    @Test
    void tableHasTheCodesOfThePageThatDescribesThem() throws IOException {
        Path page = Distribution.page("http-api.md");

        List<String> described = Files.readAllLines(page).stream().map(ROW::matcher).filter(Matcher::matches)
            .map(row -> row.group(1) + ' ' + row.group(2)).toList();

        assertThat(described).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(
            Stream.of(ASKED_FOR, NOT_ASKED_FOR).flatMap(table -> table.keySet().stream()).toList());
    }

    private static Answer keyReused(BrokerClient broker) {
        broker.post(MESSAGES, JSON, "{\"payload\":1}", "Idempotency-Key", "conformance").expect(201);
        return broker.post(MESSAGES, JSON, "{\"payload\":2}", "Idempotency-Key", "conformance");
    }

    /** A broker alone has one replica of each partition. */
    private static Answer tooFewInSync(BrokerClient broker) {
        String topic = TOPIC + "-of-two";
        if (broker.get("/v1/topics/" + topic).status() == 404) {
            broker.post("/v1/topics", JSON, "{\"name\":\"" + topic + "\",\"config\":{\"min.insync.replicas\":2}}")
                .expect(201);
        }
        Answer refused = broker.post("/v1/topics/" + topic + "/messages", JSON, "{\"payload\":1,\"partition\":0}");
        assertThat(refused.header("Retry-After")).isPresent();
        assertThat(broker.readAll(topic, 0)).isEmpty();
        return refused;
    }

    private static String payload(int sizeBytes) {
        return "{\"payload\":\"" + "x".repeat(sizeBytes) + "\"}";
    }
}
