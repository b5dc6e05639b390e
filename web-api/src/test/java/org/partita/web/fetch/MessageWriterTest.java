package org.partita.web.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;

import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordHeader;
import org.partita.web.json.JsonOutput;

class MessageWriterTest {
    private static final RecordHeader JSON = header("content-type", "application/json");

    @Test
    void membersStandInTheDocumentedOrder() {
        String json = write(Bytes.utf8("k"), Bytes.utf8("{\"a\" :1.50}"), header("h", "v"), JSON);

        assertThat(json).isEqualTo("{\"offset\":9007199254740993,\"timestampMs\":9223372036854775807,\"key\":\"k\","
            + "\"headers\":{\"h\":\"v\"},\"contentType\":\"application/json\",\"payload\":{\"a\" :1.50}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E400", "123456789012345678901234567890.10", "\"\\ud800\"", "[\r\n1 ,2]", "\"\"", "null"})
    void jsonPayloadStandsInPlaceByteByByte(String payload) {
        String json = write(Bytes.NULL, Bytes.utf8(payload), JSON);

        assertThat(json).endsWith("\"payload\":" + payload + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,\"forged\":true", "1}", "{\"a\":1", "NaN", "", " 1", "1 ", "1 2", "\uFEFF1", "'a'",
        "01"})
    void payloadThatOnlySaysItIsJsonComesAsBase64(String payload) {
        JsonObject message = read(write(Bytes.NULL, Bytes.utf8(payload), JSON));

        assertThat(message.containsKey("payload")).isFalse();
        assertThat(Base64.getDecoder().decode(message.getString("payloadBase64"))).isEqualTo(payload.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"512,true", "513,false"})
    void payloadIsInPlaceUpToTheDepthThatCanBePublished(int depth, boolean inPlace) {
        String payload = "[".repeat(depth) + "]".repeat(depth);

        String json = write(Bytes.NULL, Bytes.utf8(payload), JSON);

        assertThat(json.contains("\"payload\":" + payload)).isEqualTo(inPlace);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "text/plain; charset=UTF-8", "TEXT/csv"})
    void textComesAsAString(String contentType) {
        JsonObject message = read(write(Bytes.NULL, Bytes.utf8("\"a\"\r\n\u0000\uD83D\uDE00"),
            header("content-type", contentType)));

        assertThat(message.getString("payload")).isEqualTo("\"a\"\r\n\u0000\uD83D\uDE00");
        assertThat(message.getString("contentType")).isEqualTo(contentType);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/octet-stream", "text/plain; charset=iso-8859-1",
        "application/json; charset=x"})
    void anythingElseComesAsBase64(String contentType) {
        JsonObject message = read(write(Bytes.NULL, Bytes.utf8("1"), header("content-type", contentType)));

        assertThat(message.getString("payloadBase64")).isEqualTo("MQ==");
    }

    @Test
    void bytesWithoutAContentTypeComeInPlaceOnlyIfTheyAreOneJsonValue() {
        JsonObject json = read(write(Bytes.NULL, Bytes.utf8("{\"a\": 1}")));
        JsonObject other = read(write(Bytes.NULL, Bytes.utf8("1}")));

        assertThat(json.getJsonObject("payload").getInt("a")).isEqualTo(1);
        assertThat(json.containsKey("contentType")).isFalse();
        assertThat(other.getString("payloadBase64")).isEqualTo("MX0=");
    }

    @Test
    void tombstoneIsNamed() {
        JsonObject message = read(write(Bytes.utf8("k"), Bytes.NULL));

        assertThat(message.isNull("payload")).isTrue();
        assertThat(message.getBoolean("tombstone")).isTrue();
        assertThat(message.containsKey("payloadBase64")).isFalse();
    }

    @Test
    void missingEmptyAndBinaryKeysAreDifferent() {
        JsonObject missing = read(write(Bytes.NULL, Bytes.EMPTY));
        JsonObject empty = read(write(Bytes.EMPTY, Bytes.EMPTY));
        JsonObject binary = read(write(Bytes.of(new byte[] {-1}), Bytes.EMPTY));

        assertThat(missing.isNull("key")).isTrue();
        assertThat(empty.getString("key")).isEmpty();
        assertThat(binary.getString("keyBase64")).isEqualTo("/w==");
        assertThat(binary.containsKey("key")).isFalse();
    }

    @Test
    void headersThatAnObjectWouldLoseComeAsAList() {
        String repeated = write(Bytes.NULL, Bytes.EMPTY, header("a", "1"), header("b", ""), header("a", "2"));
        String missing = write(Bytes.NULL, Bytes.EMPTY, new RecordHeader("a", Bytes.NULL));
        String binary = write(Bytes.NULL, Bytes.EMPTY, new RecordHeader("a", Bytes.of(new byte[] {-1})));

        assertThat(repeated).contains("\"headerList\":[{\"name\":\"a\",\"value\":\"1\"},"
            + "{\"name\":\"b\",\"value\":\"\"},{\"name\":\"a\",\"value\":\"2\"}]").doesNotContain("\"headers\"");
        assertThat(missing).contains("\"headerList\":[{\"name\":\"a\",\"value\":null}]");
        assertThat(binary).contains("\"headerList\":[{\"name\":\"a\",\"valueBase64\":\"/w==\"}]");
    }

    @Test
    void contentTypeThatIsNotUniqueStaysAmongTheHeaders() {
        JsonObject message = read(write(Bytes.NULL, Bytes.utf8("1"), JSON, JSON));

        assertThat(message.containsKey("contentType")).isFalse();
        assertThat(message.getJsonArray("headerList")).hasSize(2);
        assertThat(message.getString("payloadBase64")).isEqualTo("MQ==");
    }

    @Property(tries = 300)
    void everyRecordBecomesJsonThatGivesItsBytesBack(@ForAll @Size(max = 40) byte[] key,
                                                    @ForAll @Size(max = 200) byte[] value,
                                                    @ForAll boolean saysJson) {
        RecordHeader type = saysJson ? JSON : header("content-type", "text/plain");

        JsonObject message = read(write(Bytes.of(key), Bytes.of(value), type));

        assertThat(bytes(message, "key")).isEqualTo(key);
        assertThat(saysJson && message.containsKey("payload") ? value : bytes(message, "payload")).isEqualTo(value);
    }

    private static byte[] bytes(JsonObject message, String name) {
        return message.containsKey(name) ? message.getString(name).getBytes(UTF_8)
            : Base64.getDecoder().decode(message.getString(name + "Base64"));
    }

    private static RecordHeader header(String name, String value) {
        return new RecordHeader(name, Bytes.utf8(value));
    }

    private static String write(Bytes key, Bytes value, RecordHeader... headers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JsonOutput out = new JsonOutput(bytes);
        try {
            out.beginObject();
            MessageWriter.inDocument(out).members(new LogRecord(9007199254740993L, Long.MAX_VALUE, key, value,
                List.of(headers)));
            out.endObject();
        } catch (IOException unexpected) {
            throw new UncheckedIOException(unexpected);
        }
        return bytes.toString(UTF_8);
    }

    private static JsonObject read(String json) {
        try (JsonReader reader = Json.createReader(new StringReader(json))) {
            return reader.readObject();
        }
    }
}
