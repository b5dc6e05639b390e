package org.partita.web.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.io.StringReader;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;
import org.partita.web.testing.EventReader;
import org.partita.web.testing.HttpFace;

/** Records that reach the log past the HTTP face, whatever is in them, and what each format makes of them. */
@Timeout(120)
class FormatsTest {
    private static final String READ = "/v1/topics/orders/partitions/0/messages";
    private static final String NDJSON = "application/x-ndjson";
    private static final String OCTETS = "application/octet-stream";
    private static final String EVENT = "application/cloudevents+json";
    private static final RecordHeader JSON = header("content-type", "application/json");

    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void createTopic() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":1,\"config\":{\"max.message.bytes\":2000000}}");
    }

    @AfterEach
    void stop() {
        face.close();
    }

    static Stream<Arguments> hostileRecords() {
        return Stream.of(
            Arguments.of("JSON that ends our object", Bytes.utf8("1}],\"forged\":true,\"x\":[{"), JSON),
            Arguments.of("a lone surrogate in broken UTF-8", Bytes.of(new byte[] {'"', -19, -96, -128, '"'}), JSON),
            Arguments.of("an escaped lone surrogate", Bytes.utf8("\"\\ud800\""), JSON),
            Arguments.of("nothing", Bytes.EMPTY, JSON),
            Arguments.of("too deep", Bytes.utf8("[".repeat(100_000)), JSON),
            Arguments.of("no end", Bytes.utf8("\"a"), JSON),
            Arguments.of("every byte", Bytes.of(everyByte()), JSON),
            Arguments.of("text that is none", Bytes.of(everyByte()), header("content-type", "text/plain")),
            Arguments.of("end of event", Bytes.utf8("\n\nevent: problem\ndata: {}\n\n"),
                header("content-type", "text/plain")),
            Arguments.of("end of lines in JSON", Bytes.utf8("{\"a\":\n1,\r\"b\":2}"), JSON),
            Arguments.of("a content type that is none", Bytes.utf8("1"), new RecordHeader("content-type",
                Bytes.of(new byte[] {-1, '\r', '\n'}))),
            Arguments.of("a content type with an end of line", Bytes.utf8("1"),
                header("content-type", "application/json\r\nSet-Cookie: a=b")),
            Arguments.of("huge header", Bytes.utf8("1"), header("h", "\u0000\n\"".repeat(100_000))),
            Arguments.of("header name with line ends", Bytes.utf8("1"), header("a\r\n\r\nb: \uD83D\uDE00\"", "v")),
            Arguments.of("attributes that forge the event", Bytes.utf8("1"), header("ce_data", "2")),
            Arguments.of("tombstone", Bytes.NULL, JSON));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostileRecords")
    void forgedRecordBreaksNoAnswerInAnyFormat(String what, Bytes value, RecordHeader header) {
        log(Bytes.of(new byte[] {-1, 0, 'k'}), value, header);
        log(Bytes.utf8("k"), Bytes.utf8("2"), JSON);

        JsonObject page = json(face.get(READ + "?offset=0"));
        HttpResponse<String> lines = face.get(READ + "?offset=0", "Accept", NDJSON);
        List<JsonObject> messages = lines.body().lines().map(FormatsTest::parse).toList();
        JsonObject one = json(face.get(READ + "/0"));
        HttpResponse<byte[]> raw = bytes(READ + "/0", OCTETS);
        HttpResponse<String> event = face.get(READ + "/0", "Accept", EVENT);
        JsonObject tailed;
        try (EventReader tail = face.events(READ + "?offset=0")) {
            tail.next();
            tailed = tail.next().orElseThrow().json();
            assertThat(tail.next().orElseThrow().json().getInt("payload")).isEqualTo(2);
        }

        assertThat(page.getJsonArray("messages")).hasSize(2);
        assertThat(page.keySet()).doesNotContain("forged");
        assertThat(messages).hasSize(2);
        assertThat(messages.get(1).getInt("payload")).isEqualTo(2);
        for (JsonObject each : List.of(page.getJsonArray("messages").getJsonObject(0), messages.get(0), one, tailed)) {
            assertThat(each.getInt("offset")).isZero();
            assertThat(each.getString("keyBase64")).isEqualTo("/wBr");
            assertThat(each.keySet()).doesNotContain("forged");
        }
        assertThat(raw.statusCode()).isEqualTo(value.isNull() ? 204 : 200);
        assertThat(raw.body()).isEqualTo(value.isNull() ? new byte[0] : value.toArray());
        problem(event, 406, "not-acceptable");
    }

    static Stream<byte[]> payloads() {
        return Stream.of("12345678901234567890.123456789012345678901234567890e-17", "9007199254740993", "-0.0", "1E400",
            "{ \"b\" :1 ,\t\"a\": [ ] }", "{\"a\":1,\"a\":2}", "[1,\r\n2]", "\"\\ud800\"", "\"\uD83D\uDE00\"",
            "\"\u2028\u0085\"", "\"\"", "[".repeat(512) + "]".repeat(512), "\"" + "x".repeat(1 << 20) + "\"")
            .map(text -> text.getBytes(UTF_8));
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void b131B135PayloadComesBackByteForByteInEveryFormat(byte[] payload) {
        byte[] request = concat("{\"payload\":".getBytes(UTF_8), payload, "}".getBytes(UTF_8));
        assertThat(face.post("/v1/topics/orders/messages", request).statusCode()).isEqualTo(201);
        boolean onOneLine = !new String(payload, UTF_8).matches("(?s).*[\\r\\n].*");

        String page = face.get(READ + "?offset=0").body();
        String line = face.get(READ + "?offset=0", "Accept", NDJSON).body();
        String event;
        try (EventReader tail = face.events(READ + "?offset=0")) {
            tail.next();
            event = tail.next().orElseThrow().data();
        }

        assertThat(page).contains(",\"payload\":" + new String(payload, UTF_8) + "}]");
        assertThat(bytes(READ + "/0", OCTETS).body()).isEqualTo(payload);
        for (String each : List.of(line.strip(), event)) {
            if (onOneLine) assertThat(each).endsWith(",\"payload\":" + new String(payload, UTF_8) + "}");
            else assertThat(Base64.getDecoder().decode(parse(each).getString("payloadBase64"))).isEqualTo(payload);
        }
    }

    @Test
    void binaryAndTextOfAMebibyteComeBackWhereverTheyAreCutWhileTheyAreWritten() {
        byte[] binary = new byte[(1 << 20) + 1];
        new SplittableRandom(7).nextBytes(binary);
        String text = "x\uD83D\uDE00\u0000\"\n".repeat(100_000);
        log(Bytes.NULL, Bytes.of(binary), header("content-type", OCTETS));
        log(Bytes.NULL, Bytes.utf8(text), header("content-type", "text/plain"));

        List<JsonObject> page = json(face.get(READ + "?offset=0&maxBytes=4000000")).getJsonArray("messages")
            .getValuesAs(JsonObject.class);
        JsonObject line = parse(face.get(READ + "?offset=0", "Accept", NDJSON).body());
        JsonObject tailed;
        try (EventReader tail = face.events(READ + "?offset=0")) {
            tail.next();
            tailed = tail.next().orElseThrow().json();
        }

        for (JsonObject each : List.of(page.get(0), line, tailed)) {
            assertThat(Base64.getDecoder().decode(each.getString("payloadBase64"))).isEqualTo(binary);
        }
        assertThat(page.get(1).getString("payload")).isEqualTo(text);
    }

    @Test
    void b135StringOfJsonTextAndBytesKeepTheirContentTypeAndBytes() {
        log(Bytes.NULL, Bytes.utf8("\"abc\""), JSON);
        log(Bytes.NULL, Bytes.utf8("abc"), header("content-type", "text/plain"));
        log(Bytes.NULL, Bytes.utf8("\"abc\""), header("content-type", "text/plain"));
        log(Bytes.NULL, Bytes.utf8("abc"), header("content-type", OCTETS));

        List<JsonObject> messages = json(face.get(READ + "?offset=0")).getJsonArray("messages")
            .getValuesAs(JsonObject.class);

        assertThat(messages).extracting(each -> each.getString("payload", ""))
            .containsExactly("abc", "abc", "\"abc\"", "");
        assertThat(messages).extracting(each -> each.getString("contentType"))
            .containsExactly("application/json", "text/plain", "text/plain", OCTETS);
        assertThat(messages.get(3).getString("payloadBase64")).isEqualTo("YWJj");
    }

    @Test
    void b153HeadersOfAnyTextKeepTheirOrderAndNeverBecomeHeadersOfTheAnswer() {
        RecordHeader[] headers = Stream.concat(Stream.of(header("emoji \uD83D\uDE00", "\u4E2D\u6587 \uD83D\uDE00"),
            header("empty", ""), header("long", "x".repeat(10_000)), header("twice", "1"), header("twice", "2")),
            Stream.iterate(0, i -> i + 1).limit(500).map(i -> header("h" + i, "\u00E9"))).toArray(RecordHeader[]::new);
        log(Bytes.NULL, Bytes.utf8("1"), headers);

        for (String accept : List.of("application/json", NDJSON)) {
            HttpResponse<String> answer = face.get(READ + "?offset=0", "Accept", accept);
            JsonObject message = parse(answer.body());
            if (accept.equals("application/json")) message = message.getJsonArray("messages").getJsonObject(0);

            List<JsonObject> list = message.getJsonArray("headerList").getValuesAs(JsonObject.class);
            assertThat(list).extracting(each -> each.getString("name"))
                .containsExactly(Stream.of(headers).map(RecordHeader::name).toArray(String[]::new));
            assertThat(list.get(0).getString("value")).isEqualTo("\u4E2D\u6587 \uD83D\uDE00");
            assertThat(answer.headers().map()).doesNotContainKeys("empty", "long", "twice", "h1");
        }
    }

    @Test
    void linesSayInHeadersWhereToContinue() {
        for (int i = 0; i < 3; i++) log(Bytes.NULL, Bytes.utf8("" + i), JSON);

        HttpResponse<String> two = face.get(READ + "?offset=0&limit=2", "Accept", NDJSON);
        HttpResponse<String> none = face.get(READ + "?offset=latest", "Accept", NDJSON);

        assertThat(two.headers().firstValue("Content-Type")).contains(NDJSON);
        assertThat(two.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(two.body().lines()).hasSize(2);
        assertThat(two.body()).endsWith("\n");
        assertThat(two.headers().firstValue("Partita-Next-Offset")).contains("2");
        assertThat(two.headers().firstValue("Partita-High-Watermark")).contains("3");
        assertThat(two.headers().firstValue("Partita-Log-Start-Offset")).contains("0");
        assertThat(none.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"application/json,application/json", "*/*,application/json", "application/*,application/json",
        "application/x-ndjson,application/x-ndjson", "text/event-stream;q=0.5 application/json,application/json",
        "application/json;q=0.5 application/x-ndjson,application/x-ndjson"})
    void pageComesInTheFormatThatIsLikedBest(String accept, String expected) {
        log(Bytes.NULL, Bytes.utf8("1"), JSON);

        HttpResponse<String> answer = face.get(READ + "?offset=0", "Accept", accept.replace(' ', ','));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"*/*,application/json", "application/octet-stream,application/octet-stream",
        "application/cloudevents+json application/json;q=0.5,application/json",
        "application/cloudevents+json application/octet-stream;q=0.5,application/octet-stream",
        "application/json;q=0.5 application/octet-stream,application/octet-stream"})
    void messageComesInTheBestFormatItCanBeShownIn(String accept, String expected) {
        log(Bytes.NULL, Bytes.utf8("1"), JSON);

        HttpResponse<String> answer = face.get(READ + "/0", "Accept", accept.replace(' ', ','));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/cloudevents+json", "image/*"})
    void messageThatCannotBeShownAsWantedIsNotAcceptable(String accept) {
        log(Bytes.NULL, Bytes.utf8("1"), JSON);

        problem(face.get(READ + "/0", "Accept", accept), 406, "not-acceptable");
    }

    @Test
    void payloadAloneHasItsLengthAndIsTakenForNothingElse() {
        log(Bytes.NULL, Bytes.utf8("<script>"), header("content-type", "text/html"));
        log(Bytes.NULL, Bytes.EMPTY, JSON);

        HttpResponse<byte[]> page = bytes(READ + "/0", OCTETS);
        HttpResponse<byte[]> empty = bytes(READ + "/1", OCTETS);

        assertThat(page.headers().firstValue("Content-Type")).contains(OCTETS);
        assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(page.headers().firstValue("Content-Length")).contains("8");
        assertThat(empty.statusCode()).isEqualTo(200);
        assertThat(empty.body()).isEmpty();
    }

    @Test
    void fetchBeginsAtATimeOrAtAnOffsetAndNeedsOneOfThem() {
        face.post("/v1/topics/orders/messages", "{\"payload\":1,\"timestampMs\":100}");
        face.post("/v1/topics/orders/messages", "{\"payload\":2,\"timestampMs\":200}");

        JsonObject page = json(face.get(READ + "?timestampMs=101"));

        assertThat(page.getJsonArray("messages")).hasSize(1);
        assertThat(page.getJsonArray("messages").getJsonObject(0).getInt("payload")).isEqualTo(2);
        assertThat(json(face.get(READ + "?timestampMs=" + Long.MAX_VALUE)).getInt("nextOffset")).isEqualTo(2);
        for (String query : List.of("", "?offset=0&timestampMs=1", "?timestampMs=-1", "?timestampMs=1.5")) {
            problem(face.get(READ + query), 400, "invalid-request");
        }
    }

    static Stream<Arguments> events() {
        return Stream.of(
            Arguments.of("{\"n\": 1.50}", "application/json", "\"data\":{\"n\": 1.50}}"),
            Arguments.of("1}", "application/json", "\"data_base64\":\"MX0=\"}"),
            Arguments.of("a\"b", "text/plain", "\"data\":\"a\\\"b\"}"),
            Arguments.of("abc", "image/png", "\"data_base64\":\"YWJj\"}"));
    }

    @ParameterizedTest
    @MethodSource("events")
    void binaryModeEventComesAsOneInTheJsonFormat(String data, String contentType, String end) {
        log(Bytes.utf8("customer"), Bytes.utf8(data), header("ce_id", "7\""), header("ce_specversion", "1.0"),
            header("ce_type", "created"), header("ce_source", "/\uD83D\uDE00"),
            header("ce_time", "2026-01-01T00:00:00Z"),
            header("content-type", contentType), header("other", "x"));

        HttpResponse<String> answer = face.get(READ + "/0", "Accept", EVENT);

        assertThat(answer.headers().firstValue("Content-Type")).contains(EVENT);
        assertThat(answer.body()).isEqualTo("{\"specversion\":\"1.0\",\"id\":\"7\\\"\",\"source\":\"/\uD83D\uDE00\","
            + "\"type\":\"created\",\"time\":\"2026-01-01T00:00:00Z\",\"partitionkey\":\"customer\","
            + "\"datacontenttype\":\"" + contentType + "\"," + end);
    }

    @Test
    void structuredModeEventComesAsItIs() {
        String event = "{ \"specversion\":\"1.0\", \"id\":\"1\" }";
        log(Bytes.NULL, Bytes.utf8(event), header("content-type", "application/cloudevents+json; charset=utf-8"));

        assertThat(face.get(READ + "/0", "Accept", EVENT).body()).isEqualTo(event);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ce_data", "ce_datacontenttype", "ce_Upper", "ce_", "ce_a\"b", "ce_id"})
    void eventWithAnAttributeThatCannotBeIsNoEvent(String name) {
        log(Bytes.NULL, Bytes.utf8("1"), header("ce_id", "7"), header("ce_specversion", "1.0"),
            header("ce_type", "created"), header("ce_source", "/"), header(name, "forged"));

        problem(face.get(READ + "/0", "Accept", EVENT), 406, "not-acceptable");
    }

    private void log(Bytes key, Bytes value, RecordHeader... headers) {
        OutboundMessage message = new OutboundMessage(key, value, List.of(headers), 0, OutboundMessage.NOW);
        PublishOutcome outcome = face.broker().publish(new PublishRequest("orders", List.of(message), AckPolicy.QUORUM,
            10_000)).toCompletableFuture().join().get(0);
        assertThat(outcome).isInstanceOf(PublishOutcome.Stored.class);
    }

    private HttpResponse<byte[]> bytes(String path, String accept) {
        return face.sendForBytes(face.request(path, "Accept", accept).GET());
    }

    private static RecordHeader header(String name, String value) {
        return new RecordHeader(name, Bytes.utf8(value));
    }

    private static byte[] everyByte() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) all[i] = (byte) i;
        return all;
    }

    private static byte[] concat(byte[]... parts) {
        byte[] whole = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, whole, at, part.length);
            at += part.length;
        }
        return whole;
    }

    private static JsonObject parse(String text) {
        try (JsonReader reader = Json.createReader(new StringReader(text))) {
            return reader.readObject();
        }
    }
}
