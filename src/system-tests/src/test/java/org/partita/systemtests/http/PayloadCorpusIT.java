package org.partita.systemtests.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.JsonText;
import org.partita.systemtests.harness.SharedBroker;
import org.partita.systemtests.harness.StoredMessage;

/** Awkward payloads, by every way in and out. */
@ExtendWith(SharedBroker.class)
class PayloadCorpusIT {
    private static final String JSON = "application/json";
    private static final String LINES = "application/x-ndjson";
    private static final String BYTES = "application/octet-stream";
    private static final int NESTED = 500;
    private static final List<String> VALUES = List.of("1.50", "-0", "0e0", "1E400", "9007199254740993",
        "123456789012345678901234567890.123456789012345678901234567890e-400", "true", "\"\"", "\"null\"", "{}", "[]",
        "{ \"b\" : 1 ,\t\"a\":[ 2 , 3 ] }", "{\"a\":\r\n1,\n\"b\":[]}", "{\"same\":1,\"\":{\"same\":2}}",
        "\"\\ud800\"",
        "\"\\u0000\\\"\\\\\\/\\b\"", "\"a\uD83E\uDD84\u0628\u2028\u007f\"", "\"\\r\\n\"", "\"</script>\"",
        "[".repeat(NESTED) + "]".repeat(NESTED), "\"" + "x".repeat(1 << 20) + "\"");

    @Test
    void everyJsonValueComesOutAsItWentInWhicheverWay(BrokerClient broker) {
        createTopic(broker, "corpus-json");

        for (String value : VALUES) {
            List<Way> ways = waysOf(value);
            long first = end(broker, "corpus-json");
            ways.forEach(way -> way.into(broker, "corpus-json"));

            assertStored(broker, "corpus-json", first, value.getBytes(UTF_8), ways);
        }
    }

    @Test
    void allBytesComeOutAsTheyWentInWhicheverWay(BrokerClient broker) {
        createTopic(broker, "corpus-bytes");
        byte[] every = new byte[256];
        for (int i = 0; i < every.length; i++) every[i] = (byte) i;
        byte[] random = new byte[1 << 20];
        new Random(7).nextBytes(random);

        for (byte[] payload : new byte[][] {{}, {0}, "a\r\nb\n\nc".getBytes(UTF_8), "null".getBytes(UTF_8),
            {-19, -96, -128}, {-17, -69, -65, '1'}, every, random}) {
            List<Way> ways = waysOf(payload);
            long first = end(broker, "corpus-bytes");
            ways.forEach(way -> way.into(broker, "corpus-bytes"));

            assertStored(broker, "corpus-bytes", first, payload, ways);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"uncompressed", "gzip", "snappy", "lz4", "zstd"})
    void storedInWhicheverCompressionEveryPayloadComesOutAsItWentIn(String compression, BrokerClient broker) {
        String topic = "corpus-" + compression;
        broker.post("/v1/topics", JSON, "{\"name\":\"" + topic + "\",\"partitions\":1,\"config\":{"
            + "\"max.message.bytes\":2097152,\"compression.type\":\"" + compression + "\"}}").expect(201);

        broker.post("/v1/topics/" + topic + "/messages", JSON, "{\"messages\":["
            + VALUES.stream().map(value -> "{\"payload\":" + value + "}").collect(Collectors.joining(",")) + "]}")
            .expect(201);

        JsonText page = broker.fetch(topic, 0, "offset=earliest&maxBytes=16777216").json();
        assertThat(page.member("messages").elements()).extracting(each -> new StoredMessage(each).payloadText())
            .containsExactlyElementsOf(VALUES);
        long sizeBytes = broker.get("/v1/topics/" + topic).expect(200).json().member("partitions").elements().get(0)
            .member("sizeBytes").integer();
        if (compression.equals("uncompressed")) assertThat(sizeBytes).isGreaterThan(1 << 20);
        else assertThat(sizeBytes).isLessThan(1 << 19);
    }

    /** What the page says that counts: key, payload, and of each header and of the content type name, value and 4. */
    @Test
    void largestMessageIsAsLargeAsThePageSaysAndNotAByteLarger(BrokerClient broker) {
        String topic = "corpus-limit";
        broker.createTopic(topic, 1);
        int limit = 1 << 20;
        int json = limit - ("content-type" + JSON).length() - 4;
        int bytes = limit - ("content-type" + BYTES).length() - 4;
        int keyed = json - "key".length() - "name€value".getBytes(UTF_8).length - 4;
        String more = "\"key\":\"key\",\"headers\":{\"name€\":\"value\"},";

        for (int above : new int[] {0, 1}) {
            List<Way> ways = List.of(new Way("json", JSON, "{\"payload\":" + text(json + above) + "}"),
                new Way("json with key and header", JSON, "{" + more + "\"payload\":" + text(keyed + above) + "}"),
                new Way("base64, which has no content type", JSON, "{\"payloadBase64\":\""
                    + Base64.getEncoder().encodeToString(new byte[limit + above]) + "\"}"),
                new Way("bytes", BYTES, new byte[bytes + above]),
                new Way("bytes, traced", BYTES, new byte[bytes + above], "traceparent",
                    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "Idempotency-Key", "k" + above));
            for (Way way : ways) {
                Answer answer = way.send(broker, topic);
                if (above == 0) assertThat(answer.status()).as("%s: %s", way.format, answer.text()).isEqualTo(201);
                else assertThat(answer.expectProblem(413, "message-too-large").member("limit").integer())
                    .as(way.format).isEqualTo(limit);
            }
        }

        assertThat(broker.readAll(topic, 0)).hasSize(5);
    }

    private static String text(int sizeBytes) {
        return '"' + "x".repeat(sizeBytes - 2) + '"';
    }

    @Test
    void noPayloadIsATombstoneAndNotTheTextNull(BrokerClient broker) {
        broker.createTopic("corpus-null", 1);

        broker.publish("corpus-null", "{\"key\":\"k\",\"payload\":null}");

        assertThat(broker.get(messages("corpus-null", 0), "Accept", BYTES).status()).isEqualTo(204);
        assertThat(broker.readAll("corpus-null", 0).get(0).json().raw())
            .contains("\"payload\":null,\"tombstone\":true");
    }

    /** What the documents refuse. */
    @Test
    void whatIsNoJsonValueIsRefusedInEveryJsonFormat(BrokerClient broker) {
        broker.createTopic("corpus-refused", 1);
        String deep = "[".repeat(513) + "]".repeat(513);

        for (String value : List.of("01", "1.", "NaN", "'a'", "\"\t\"", "\"\\x\"", "{\"a\":1,}", "[1 2]", "tru",
            deep)) {
            for (Way way : waysOf(value)) {
                if (way.format.endsWith("bytes") || way.format.endsWith("binary")) continue;
                assertThat(way.send(broker, "corpus-refused").status()).as(way.format + " of " + value).isEqualTo(400);
            }
        }

        assertThat(broker.readAll("corpus-refused", 0)).isEmpty();
    }

    private static void createTopic(BrokerClient broker, String topic) {
        broker.post("/v1/topics", JSON, "{\"name\":\"" + topic
            + "\",\"partitions\":1,\"config\":{\"max.message.bytes\":2097152}}").expect(201);
    }

    private static List<Way> waysOf(String value) {
        List<Way> ways = new ArrayList<>();
        String message = "{\"payload\":" + value + "}";
        String event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"data\":" + value + "}";
        ways.add(new Way("message", JSON, message));
        ways.add(new Way("batch", JSON, "{\"messages\":[" + message + "]}"));
        ways.add(new Way("message in gzip", JSON, Gzip.of(message), "Content-Encoding", "gzip"));
        if (value.indexOf('\n') < 0) ways.add(new Way("line", LINES, message + "\n"));
        ways.add(new Way("event", "application/cloudevents+json", event));
        ways.add(new Way("batch of events", "application/cloudevents-batch+json", "[" + event + "]"));
        ways.addAll(waysOf(value.getBytes(UTF_8)));
        ways.add(new Way("event in binary", JSON, value.getBytes(UTF_8), "ce-specversion", "1.0", "ce-id", "1",
            "ce-source", "/s", "ce-type", "t"));
        return ways;
    }

    private static List<Way> waysOf(byte[] payload) {
        String base64 = Base64.getEncoder().encodeToString(payload);
        return List.of(new Way("base64 of bytes", JSON, "{\"payloadBase64\":\"" + base64 + "\"}"),
            new Way("line of base64 of bytes", LINES, "{\"payloadBase64\":\"" + base64 + "\"}"),
            new Way("bytes", BYTES, payload),
            new Way("text of bytes", "text/plain", payload),
            new Way("event with base64 of bytes", "application/cloudevents+json",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"datacontenttype\":\"" + BYTES
                    + "\",\"data_base64\":\"" + base64 + "\"}"));
    }

    private static long end(BrokerClient broker, String topic) {
        return broker.fetch(topic, 0, "offset=latest").json().member("nextOffset").integer();
    }

    private static String messages(String topic, long offset) {
        return "/v1/topics/" + topic + "/partitions/0/messages/" + offset;
    }

    private static void assertStored(BrokerClient broker, String topic, long first, byte[] payload, List<Way> ways) {
        String query = "offset=" + first + "&maxBytes=16777216";
        String path = "/v1/topics/" + topic + "/partitions/0/messages?" + query;
        List<JsonText> page = broker.fetch(topic, 0, query).json().member("messages").elements();
        List<String> lines = broker.get(path, "Accept", LINES).expect(200).text().lines().toList();
        assertThat(page).hasSize(ways.size());
        assertThat(lines).hasSize(ways.size());
        for (int i = 0; i < ways.size(); i++) {
            String one = messages(topic, first + i);
            Map<String, byte[]> found = new TreeMap<>();
            found.put("page", new StoredMessage(page.get(i)).payloadBytes());
            found.put("line", new StoredMessage(JsonText.of(lines.get(i))).payloadBytes());
            found.put("message", new StoredMessage(broker.get(one).expect(200).json()).payloadBytes());
            found.put("bytes", broker.get(one, "Accept", BYTES).expect(200).bytes());
            String in = ways.get(i).format + " of " + start(payload);
            found.forEach((out, bytes) -> assertThat(Arrays.equals(bytes, payload))
                .as("in as %s, out as %s: %s", in, out, start(bytes)).isTrue());
        }
    }

    private static String start(byte[] payload) {
        return new String(payload, 0, Math.min(80, payload.length), UTF_8);
    }

    /** One form of a request. */
    private static final class Way {
        private final String format;
        private final String contentType;
        private final byte[] body;
        private final String[] headers;

        Way(String format, String contentType, String body) {
            this(format, contentType, body.getBytes(UTF_8));
        }

        Way(String format, String contentType, byte[] body, String... headers) {
            this.format = format;
            this.contentType = contentType;
            this.body = body;
            this.headers = headers;
        }

        Answer send(BrokerClient broker, String topic) {
            return broker.send("POST", "/v1/topics/" + topic + "/messages", contentType, body, headers);
        }

        void into(BrokerClient broker, String topic) {
            Answer answer = send(broker, topic);
            assertThat(answer.status()).as("%s: %s", format, answer.text()).isEqualTo(201);
        }
    }
}
