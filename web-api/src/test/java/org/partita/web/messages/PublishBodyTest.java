package org.partita.web.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;
import org.partita.web.problem.ProblemException;
import org.partita.web.problem.Problems;

class PublishBodyTest {
    private static final RecordHeader JSON = new RecordHeader("content-type", Bytes.utf8("application/json"));

    @Test
    void everyMemberOfAMessageIsRead() {
        OutboundMessage message = single("{\"timestampMs\":9223372036854775807,\"partition\":3,"
            + "\"headers\":{\"h\":\"v\",\"e\":\"\"},\"payload\": {\"b\" : 1.50,\"a\":2}  ,\"key\":\"customer-4821\"}");

        assertThat(message).isEqualTo(new OutboundMessage(Bytes.utf8("customer-4821"),
            Bytes.utf8("{\"b\" : 1.50,\"a\":2}"),
            List.of(new RecordHeader("h", Bytes.utf8("v")), new RecordHeader("e", Bytes.EMPTY), JSON), 3,
            Long.MAX_VALUE));
    }

    @Test
    void bytesAreReadFromBase64AndHaveNoContentType() {
        OutboundMessage message = single("{\"keyBase64\":\"/wA=\",\"payloadBase64\":\"AP8=\",\"headerList\":["
            + "{\"name\":\"a\",\"value\":\"1\"},{\"name\":\"a\",\"value\":null},"
            + "{\"valueBase64\":\"/w==\",\"name\":\"\"}]}");

        assertThat(message).isEqualTo(new OutboundMessage(Bytes.of(new byte[] {-1, 0}), Bytes.of(new byte[] {0, -1}),
            List.of(new RecordHeader("a", Bytes.utf8("1")), new RecordHeader("a", Bytes.NULL),
                new RecordHeader("", Bytes.of(new byte[] {-1}))), OutboundMessage.ANY_PARTITION, OutboundMessage.NOW));
    }

    @Test
    void aThousandHeadersAreTakenAndOneMoreIsRefused() {
        String thousand = headers(1_000);
        String more = headers(1_001);

        assertThat(single("{\"payload\":1,\"headers\":{" + thousand + "}}").headers()).hasSize(1_001).contains(JSON);
        assertThatThrownBy(() -> single("{\"payload\":1,\"headers\":{" + more + "}}"))
            .hasMessageContaining("more than 1000 headers");
    }

    private static String headers(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"h" + i + "\":\"\"")
            .collect(Collectors.joining(","));
    }

    @Test
    void nullPayloadIsATombstone() {
        OutboundMessage message = single("{\"payload\" : null ,\"key\":\"k\"}");

        assertThat(message.value()).isEqualTo(Bytes.NULL);
        assertThat(message.headers()).isEmpty();
    }

    @Test
    void emptyStringsAreNotNull() {
        OutboundMessage message = single("{\"payloadBase64\":\"\",\"key\":\"\"}");

        assertThat(message.key()).isEqualTo(Bytes.EMPTY);
        assertThat(message.value()).isEqualTo(Bytes.EMPTY);
    }

    /** What other decoders let pass: no padding, bits behind the last byte, another alphabet, lines. */
    @ParameterizedTest
    @ValueSource(strings = {"AA", "AAA", "A", "AB==", "AAF=", "AAAAAB==", "AP8", "_w==", "AA==AA==", "====", "AA= =",
        "AAAA\\nAAAA", " AAAA", "AAAA="})
    void base64ThatIsNotCanonicalIsRefused(String text) {
        for (String member : List.of("payloadBase64", "keyBase64", "headerList[0].valueBase64")) {
            String json = member.startsWith("headerList") ? "\"headerList\":[{\"name\":\"a\",\"valueBase64\":\"%s\"}]"
                : "\"" + member + "\":\"%s\"";
            String payload = member.equals("payloadBase64") ? "{" : "{\"payload\":1,";

            assertThatThrownBy(() -> parse(payload + json.formatted(text) + "}"))
                .isInstanceOfSatisfying(ProblemException.class, refused ->
                    assertThat(Problems.of(refused).members()).containsEntry("field", member));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AA==", "AAA=", "AAAA", "AAAAAA==", "//79", "/w==", "//4="})
    void base64ThatIsCanonicalIsTaken(String text) {
        assertThat(single("{\"payloadBase64\":\"" + text + "\"}").value())
            .isEqualTo(Bytes.of(Base64.getDecoder().decode(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "\"text\"", "true", "[]", "{}", "\"\\ud800\"", "1e400", "[\r\n1]"})
    void everyJsonValueIsAPayload(String json) {
        OutboundMessage message = single("{\"payload\":" + json + "}");

        assertThat(message.value()).isEqualTo(Bytes.utf8(json));
    }

    @Test
    void batchKeepsRequestOrder() {
        String messages = IntStream.range(0, PublishBody.MAX_MESSAGES).mapToObj(i -> "{\"payload\":" + i + "}")
            .collect(Collectors.joining(","));

        PublishBody body = parse("{\"messages\":[" + messages + "]}");

        assertThat(body.batch()).isTrue();
        assertThat(body.messages()).hasSize(PublishBody.MAX_MESSAGES);
        assertThat(body.messages().get(4_711).value()).isEqualTo(Bytes.utf8("4711"));
    }

    @Test
    void batchAboveTheLimitIsRefused() {
        String messages = "{\"payload\":1},".repeat(PublishBody.MAX_MESSAGES) + "{\"payload\":1}";

        assertThatThrownBy(() -> parse("{\"messages\":[" + messages + "]}"))
            .isInstanceOfSatisfying(ProblemException.class, refused -> {
                assertThat(refused.code()).isEqualTo("request-too-large");
                assertThat(Problems.of(refused).members()).containsEntry("limit", 10_000);
            });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{}|payload", "{\"key\":\"a\"}|payload", "{\"payload\":null}|key", "{\"messages\":[]}|messages",
        "{\"messages\":{}}|messages", "{\"messages\":[1]}|messages[0]",
        "{\"messages\":[{\"payload\":1},{\"payload\":1,\"partition\":\"3\"}]}|messages[1].partition",
        "{\"messages\":[{\"payload\":1},{}]}|messages[1].payload",
        "{\"messages\":[{\"payload\":1}],\"key\":\"a\"}|key", "{\"key\":\"a\",\"messages\":[]}|messages",
        "{\"payload\":1,\"paylod\":2}|paylod", "{\"payload\":1,\"payload\":2}|payload",
        "{\"payload\":1,\"key\":\"a\",\"key\":\"b\"}|key", "{\"payload\":1,\"payloadBase64\":\"\"}|payloadBase64",
        "{\"payload\":1,\"key\":\"a\",\"keyBase64\":\"\"}|keyBase64", "{\"payload\":1,\"key\":5}|key",
        "{\"payload\":1,\"key\":{}}|key", "{\"payload\":1,\"key\":[]}|key", "{\"payload\":1,\"key\":true}|key",
        "{\"payload\":1,\"key\":\"\\ud800\"}|key", "{\"payload\":1,\"keyBase64\":\"*\"}|keyBase64",
        "{\"payloadBase64\":null}|payloadBase64", "{\"payloadBase64\":1}|payloadBase64",
        "{\"payload\":1,\"partition\":3.7}|partition", "{\"payload\":1,\"partition\":-1}|partition",
        "{\"payload\":1,\"partition\":4294967297}|partition", "{\"payload\":1,\"partition\":\"5\"}|partition",
        "{\"payload\":1,\"timestampMs\":9223372036854775808}|timestampMs",
        "{\"payload\":1,\"timestampMs\":1e30}|timestampMs", "{\"payload\":1,\"timestampMs\":-1}|timestampMs",
        "{\"payload\":1,\"headers\":[]}|headers", "{\"payload\":1,\"headers\":{\"a\":1}}|headers.a",
        "{\"payload\":1,\"headers\":{\"a\":null}}|headers.a",
        "{\"payload\":1,\"headers\":{\"a\":\"\",\"a\":\"\"}}|headers.a",
        "{\"payload\":1,\"headers\":{\"Content-Type\":\"x\"}}|headers.Content-Type",
        "{\"payload\":1,\"headers\":{\"partita-x\":\"x\"}}|headers.partita-x",
        "{\"payload\":1,\"headers\":{},\"headerList\":[]}|headerList", "{\"payload\":1,\"headerList\":{}}|headerList",
        "{\"payload\":1,\"headerList\":[1]}|headerList[0]",
        "{\"payload\":1,\"headerList\":[{\"name\":\"a\"}]}|headerList[0].value",
        "{\"payload\":1,\"headerList\":[{\"value\":\"a\"}]}|headerList[0].name",
        "{\"payload\":1,\"headerList\":[{\"name\":\"a\",\"value\":\"\",\"valueBase64\":\"\"}]}"
            + "|headerList[0].valueBase64",
        "{\"payload\":1,\"headerList\":[{\"name\":\"partita-a\",\"value\":\"\"}]}|headerList[0].name",
        "{\"payload\":1,\"headerList\":[{\"nam\":\"a\"}]}|headerList[0].nam"})
    void malformedEnvelopeIsRefusedAndTheMemberNamed(String json, String field) {
        assertThatThrownBy(() -> parse(json)).isInstanceOfSatisfying(ProblemException.class, refused -> {
            assertThat(refused.code()).isEqualTo("invalid-request");
            assertThat(Problems.of(refused).members()).containsEntry("field", field);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "\"a\"", "{\"key\":\"a\",\"payload\":1", "{\"payload\":1}xyz",
        "{\"payload\":1}{\"payload\":2}", "{\"payload\":1,}", "{\"payload\":NaN}", "{'payload':1}",
        "{\"messages\":[{\"payload\":1},]}", "{\"payload\":tru}", "{\"payload\":1}\u0000"})
    void bodyThatIsNotOneJsonObjectIsRefused(String json) {
        assertThatThrownBy(() -> parse(json)).isInstanceOfSatisfying(ProblemException.class,
            refused -> assertThat(refused.code()).isEqualTo("invalid-json"));
    }

    private static OutboundMessage single(String json) {
        PublishBody body = parse(json);
        assertThat(body.batch()).isFalse();
        return body.messages().get(0);
    }

    private static PublishBody parse(String json) {
        return PublishBody.parse(json.getBytes(StandardCharsets.UTF_8));
    }
}
