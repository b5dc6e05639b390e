package org.partita.web.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import jakarta.json.stream.JsonParser.Event;

import org.partita.web.problem.ProblemException;

class JsonCursorTest {
    private static final String[] GAPS = {"", " ", "\n", "\r\n\t ", "          "};

    @Property(tries = 2_000)
    void valueIsCutOutExactlyAsItWasWritten(@ForAll("values") String value, @ForAll @IntRange(max = 4) int gap,
                                            @ForAll @IntRange(max = 9_000) int padding) {
        String text = "{\"pad\":\"" + "p".repeat(padding) + "\"," + GAPS[gap] + "\"v\"" + GAPS[gap] + ":" + GAPS[gap]
            + value + GAPS[gap] + ",\"after\":1}";

        String cut = cutSecondMember(text.getBytes(StandardCharsets.UTF_8));

        assertThat(cut).isEqualTo(value);
    }

    @Test
    void valueOfOneMebibyteIsCutOutExactly() {
        String value = "[\"" + "\uD83D\uDE00\\n".repeat(1 << 18) + "\"]";

        String cut = cutSecondMember(("{\"pad\":0,\"v\":" + value + "}").getBytes(StandardCharsets.UTF_8));

        assertThat(cut).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 511, 512})
    void nestingUpToTheLimitIsRead(int depth) {
        String value = "[".repeat(depth) + "]".repeat(depth);

        String cut = cutSecondMember(("{\"pad\":0,\"v\":" + value + "}").getBytes(StandardCharsets.UTF_8));

        assertThat(cut).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(ints = {513, 5_000, 200_000})
    void nestingBeyondTheLimitIsRefused(int depth) {
        byte[] body = ("{\"pad\":0,\"v\":" + "[".repeat(depth)).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> cutSecondMember(body)).isInstanceOf(ProblemException.class)
            .hasMessageContaining("deeper than 512");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "{\"pad\":0,\"v\":1", "{\"pad\":0,\"v\":1,}", "{\"pad\":0,\"v\":1}x",
        "{\"pad\":0,\"v\":1}{}", "{\"pad\":0,\"v\":1} 2", "{\"pad\":0,\"v\":NaN}", "{\"pad\":0,\"v\":'a'}",
        "{\"pad\":0,'v':1}", "{\"pad\":0,\"v\":01}", "{\"pad\":0,\"v\":+1}", "{\"pad\":0,\"v\":.5}",
        "{\"pad\":0,\"v\":1.}", "{\"pad\":0,\"v\":\"\u0001\"}", "{\"pad\":0,\"v\":\"\\x\"}", "{\"pad\":0,\"v\" 1}",
        "{\"pad\":0,\"v\"::1}", "{\"pad\":0,\"v\":[1,]}", "{\"pad\":0,\"v\":/**/1}", "\uFEFF{\"pad\":0,\"v\":1}",
        "{\"pad\":0,\"v\":}", "{\"pad\":0,\"v\"}", "{\"pad\":0,\"v\":\"\\u12\"}"})
    void textThatIsNotStrictJsonIsRefused(String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> cutSecondMember(body)).isInstanceOfSatisfying(ProblemException.class,
            refused -> assertThat(refused.code()).isEqualTo("invalid-json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"c3", "c328", "eda080", "f8888080", "c080", "ff"})
    void bytesThatAreNotUtf8AreRefused(String hex) {
        byte[] body = new byte[hex.length() / 2 + 2];
        body[0] = '"';
        body[body.length - 1] = '"';
        System.arraycopy(java.util.HexFormat.of().parseHex(hex), 0, body, 1, hex.length() / 2);

        assertThatThrownBy(() -> JsonCursor.over(body)).isInstanceOf(ProblemException.class)
            .hasMessageContaining("UTF-8");
    }

    @Provide
    Arbitrary<String> values() {
        Arbitrary<String> scalar = Arbitraries.of("0", "-0", "1e400", "-1.50E+07", "123456789012345678901234567890",
            "0.1000000000000000055511151231257827", "true", "false", "null", "\"\"", "\"\\ud800\"", "\"\\\"\\\\\"",
            "\"\uD83D\uDE00\"", "\"\uD7FF\uE000\uFFFF\"", "\"\u007f\u0080\u07ff\u0800\"", "\"\\u0000\"", "\"{\\\"}\"");
        Arbitrary<String> text = Arbitraries.strings().ofMaxLength(30).filter(JsonCursorTest::isPlain)
            .map(plain -> '"' + plain + '"');
        Arbitrary<String> leaf = Arbitraries.oneOf(scalar, text);
        return Arbitraries.recursive(() -> leaf, JsonCursorTest::nested, 0, 4);
    }

    private static Arbitrary<String> nested(Arbitrary<String> inner) {
        Arbitrary<String> gaps = Arbitraries.of(GAPS);
        Arbitrary<String> array = inner.list().ofMaxSize(3).flatMap(items -> gaps.map(gap ->
            "[" + gap + String.join(gap + "," + gap, items) + gap + "]"));
        Arbitrary<String> object = inner.list().ofMaxSize(3).flatMap(items -> gaps.map(gap ->
            "{" + gap + String.join(gap + "," + gap, items.stream().map(item -> "\"k\"" + gap + ":" + item).toList())
                + gap + "}"));
        return Arbitraries.oneOf(array, object, inner);
    }

    private static boolean isPlain(String text) {
        return StrictUtf8.encode(text).isPresent()
            && text.chars().allMatch(unit -> unit >= ' ' && unit != '"' && unit != '\\');
    }

    private static String cutSecondMember(byte[] body) {
        try (JsonCursor in = JsonCursor.over(body)) {
            assertThat(in.next()).isEqualTo(Event.START_OBJECT);
            in.next();
            in.cutValue();
            in.next();
            String cut = in.cutValue();
            Event event = in.next();
            while (event != Event.END_OBJECT) event = in.next();
            in.finish();
            return cut;
        }
    }
}
