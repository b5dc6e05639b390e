package org.partita.core.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"orders", "a.b", "a_b", "a-b", "0", "...", "_x", "A.Z_9-"})
    void nameOfAllowedCharactersIsUsable(String name) {
        assertThat(TopicName.requireUsable(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "a b", "a%2Fb", "ä", "a\u0000", "a\n", "\uD83E\uDD84", "__groups"})
    void otherNameIsRefused(String name) {
        assertThatThrownBy(() -> TopicName.requireUsable(name)).isInstanceOf(InvalidNameException.class)
            .extracting("code").isEqualTo("invalid-name");
    }

    @Test
    void lengthIsLimitedTo200() {
        assertThat(TopicName.requireUsable("n".repeat(200))).hasSize(200);
        assertThatThrownBy(() -> TopicName.requireUsable("n".repeat(201))).isInstanceOf(InvalidNameException.class)
            .message().hasSizeLessThan(300);
    }

    @Test
    void reservedNameIsValidButNotUsable() {
        assertThat(TopicName.requireValid("__groups")).isEqualTo("__groups");
    }
}
