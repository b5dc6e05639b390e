package org.partita.web.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import jakarta.json.JsonValue;

import org.partita.web.problem.Problem;
import org.partita.web.problem.ProblemException;
import org.partita.web.problem.Problems;

class StrictBinderTest {
    public record Order(@Required Long total, Integer count, String note, Boolean urgent,
                        Map<String, JsonValue> extras) {
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"total\":3.7}|total", "{\"total\":9223372036854775808}|total", "{\"total\":1e30}|total",
        "{\"total\":1,\"count\":4294967297}|count", "{}|total", "{\"totl\":1}|totl", "{\"total\":\"5\"}|total",
        "{\"total\":1,\"urgent\":\"yes\"}|urgent", "{\"total\":null}|total", "{\"total\":1,\"total\":2}|total",
        "{\"total\":1,\"note\":5}|note", "{\"total\":1,\"extras\":[]}|extras",
        "{\"total\":1,\"extras\":{\"a\":null}}|extras.a", "{\"total\":1,\"extras\":{\"a\":{}}}|extras.a",
        "{\"total\":1,\"extras\":{\"a\":1,\"a\":2}}|extras.a", "{\"total\":1e999999999}|total",
        "{\"total\":0e99999999999}|total", "{\"total\":[1]}|total", "{\"total\":true}|total"})
    void malformedMemberIsRefusedAndNamed(String json, String field) {
        assertThatThrownBy(() -> bind(json)).isInstanceOfSatisfying(ProblemException.class, refused -> {
            Problem problem = Problems.of(refused);
            assertThat(problem.code()).isEqualTo("invalid-request");
            assertThat(problem.members()).containsEntry("field", field);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"[]", "{\"total\":1} {}", "{\"total\":1}x", "null", "{"})
    void anythingButOneObjectIsRefused(String json) {
        assertThatThrownBy(() -> bind(json)).isInstanceOfSatisfying(ProblemException.class,
            refused -> assertThat(refused.code()).isEqualTo("invalid-json"));
    }

    @Test
    void everyMemberIsBoundExactly() {
        Order order = bind("{\"urgent\":true,\"extras\":{\"a\":\"x\",\"b\":7,\"c\":false},\"note\":\"n\\u00e9\","
            + "\"count\":-2147483648,\"total\":9223372036854775807}");

        assertThat(order.total()).isEqualTo(Long.MAX_VALUE);
        assertThat(order.count()).isEqualTo(Integer.MIN_VALUE);
        assertThat(order.note()).isEqualTo("n\u00e9");
        assertThat(order.urgent()).isTrue();
        assertThat(order.extras()).containsOnlyKeys("a", "b", "c").containsEntry("c", JsonValue.FALSE);
    }

    @Test
    void integerMayBeWrittenWithExponentOrZeroFraction() {
        Order order = bind("{\"total\":1e3,\"count\":7.0}");

        assertThat(order).isEqualTo(new Order(1_000L, 7, null, null, null));
    }

    @Test
    void nullMemberCountsAsMissing() {
        Order order = bind("{\"total\":1,\"count\":null,\"note\":null,\"urgent\":null,\"extras\":null}");

        assertThat(order).isEqualTo(new Order(1L, null, null, null, null));
    }

    private static Order bind(String json) {
        return StrictBinder.bind(json.getBytes(StandardCharsets.UTF_8), Order.class);
    }
}
