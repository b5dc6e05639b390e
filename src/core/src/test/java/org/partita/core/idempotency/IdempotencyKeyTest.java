package org.partita.core.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.metadata.InvalidRequestException;

class IdempotencyKeyTest {
    @Test
    void quotedAndBareKeyAreTheSame() {
        assertThat(IdempotencyKey.parse("\"8d91d3c4\"")).isEqualTo(IdempotencyKey.parse("8d91d3c4"));
        assertThat(IdempotencyKey.parse("\"a\\\"b\\\\c\"").text()).isEqualTo("a\"b\\c");
        assertThat(IdempotencyKey.parse("a\"b\\c").text()).isEqualTo("a\"b\\c");
    }

    @Test
    void everyVisibleCharacterIsAllowed() {
        StringBuilder all = new StringBuilder();
        for (char each = '#'; each <= '~'; each++) all.append(each);

        assertThat(IdempotencyKey.parse(all.toString()).text()).isEqualTo(all.toString());
        assertThat(IdempotencyKey.parse("k".repeat(255)).text()).hasSize(255);
        assertThat(IdempotencyKey.parse('"' + "k".repeat(255) + '"').text()).hasSize(255);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "\"", "\"a", "\"a\"b", "\"a\"b\"", "\"a\\\"", "\"a\\b\"", "a b", "a\tb", "é",
        "\"é\"", "\u007f"})
    void whatIsNoKeyIsRefused(String field) {
        assertThatThrownBy(() -> IdempotencyKey.parse(field)).isInstanceOfSatisfying(InvalidRequestException.class,
            refused -> assertThat(refused.field()).isEqualTo("Idempotency-Key"));
    }

    @Test
    void keyThatIsTooLongIsRefused() {
        assertThatThrownBy(() -> IdempotencyKey.parse("k".repeat(256))).hasMessageContaining("256 characters");
    }
}
