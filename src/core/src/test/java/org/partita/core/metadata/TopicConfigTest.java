package org.partita.core.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.metadata.TopicConfig.FlushPolicy;

class TopicConfigTest {
    @Test
    void whatIsNotNamedHasItsDefault() {
        assertThat(TopicConfig.parse(Map.of())).isEqualTo(TopicConfig.DEFAULT);
        assertThat(TopicConfig.parse(Map.of("flush", "async")))
            .isEqualTo(new TopicConfig(FlushPolicy.ASYNC, 256 << 20, 1 << 20, 604_800_000, 604_800_000, -1,
                600_000));
    }

    @Test
    void whatIsNotNamedInAChangeStays() {
        TopicConfig before = new TopicConfig(FlushPolicy.ASYNC, 4096, 77, 1, -1, 5_000_000_000L, 2_000);

        assertThat(before.with(Map.of("retention.ms", "9", "flush", "commit")))
            .isEqualTo(new TopicConfig(FlushPolicy.COMMIT, 4096, 77, 1, 9, 5_000_000_000L, 2_000));
        assertThat(before.with(Map.of())).isEqualTo(before);
    }

    @Test
    void configurationOutOfBoundsCannotBeMade() {
        assertThatThrownBy(() -> new TopicConfig(FlushPolicy.COMMIT, 4095, 1, 1, 1, 1, 1_000))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("segment.bytes 4095");
        assertThatThrownBy(() -> new TopicConfig(FlushPolicy.COMMIT, 4096, 1, 1, -2, 1, 1_000))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("retention.ms -2");
    }

    @Test
    void mapOfAConfigurationIsOrderedAndParsesToTheSame() {
        TopicConfig config = new TopicConfig(FlushPolicy.ASYNC, 4096, 77, 1, -1, 5_000_000_000L, 2_000);

        Map<String, String> map = config.asMap();

        assertThat(map).containsExactly(Map.entry("flush", "async"),
            Map.entry("idempotency.window.ms", "2000"), Map.entry("max.message.bytes", "77"),
            Map.entry("retention.bytes", "5000000000"), Map.entry("retention.ms", "-1"),
            Map.entry("segment.bytes", "4096"), Map.entry("segment.ms", "1"));
        assertThat(TopicConfig.parse(map)).isEqualTo(config);
    }

    @ParameterizedTest
    @CsvSource({"flush,sometimes", "flush,''", "flush,COMMIT", "segment.bytes,4095", "segment.bytes,1073741825",
        "segment.bytes,1e6", "segment.bytes,''", "max.message.bytes,0", "max.message.bytes,-1",
        "retention.ms,-2", "retention.bytes,1.5",
        "retention.ms,9223372036854775808", "segment.ms,0", "idempotency.window.ms,999",
        "idempotency.window.ms,86400001",
        "max.message.bytes,16777217", "max.message.bytes,99999999999", "max.message.bytes,1.0"})
    void badValueIsRefusedNamingItsKey(String key, String value) {
        assertThatThrownBy(() -> TopicConfig.parse(Map.of(key, value)))
            .isInstanceOfSatisfying(InvalidRequestException.class, refused -> {
                assertThat(refused.code()).isEqualTo("invalid-request");
                assertThat(refused.field()).isEqualTo("config." + key);
                assertThat(refused).hasMessageContaining(key);
            });
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete.retention.ms", "cleanup.policy", "min.insync.replicas", "key.placement"})
    void keyWithoutAnEffectSoFarIsRefusedAsNotAvailable(String key) {
        assertThatThrownBy(() -> TopicConfig.parse(Map.of(key, "1")))
            .hasMessageContaining(key + " is not available in this version")
            .isInstanceOfSatisfying(InvalidRequestException.class,
                refused -> assertThat(refused.field()).isEqualTo("config." + key));
    }

    @Test
    void unknownKeyIsRefusedNamingTheKnownOnes() {
        assertThatThrownBy(() -> TopicConfig.parse(Map.of("retention.m", "1")))
            .hasMessageContaining("retention.m").hasMessageContaining("flush, idempotency.window.ms, "
                + "max.message.bytes, retention.bytes, retention.ms, segment.bytes, segment.ms");
    }
}
