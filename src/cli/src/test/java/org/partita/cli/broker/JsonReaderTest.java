package org.partita.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonReaderTest {
    @Test
    void everyKindOfValueIsRead() {
        Object value = JsonReader.parse(" {\"a\" : [1, -2.5e3, true, false, \"\\u00e4\\n\\\"\"], \"b\":{}} ");

        assertThat(value).isEqualTo(Map.of(
                "a", List.of(new BigDecimal("1"), new BigDecimal("-2.5e3"), true, false, "\u00e4\n\""),
                "b", Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "1.", "+1", "tru", "\"a", "\"\\x\"",
            "\"\\u12g4\"", "\"\t\"", "1 2", "{a:1}", "nul"})
    void textThatIsNoJsonIsRefused(String text) {
        assertThatThrownBy(() -> JsonReader.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nestingHasALimit() {
        String deep = "[".repeat(1_000) + "]".repeat(1_000);

        assertThatThrownBy(() -> JsonReader.parse(deep)).isInstanceOf(IllegalArgumentException.class);
    }
}
