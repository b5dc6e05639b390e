package org.partita.core.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.metadata.TopicConfig.CompressionType;
import org.partita.core.metadata.TopicConfig.FlushPolicy;
import org.partita.core.metadata.TopicConfig.TimestampType;
import org.partita.core.record.Compression;

class TopicConfigTest {
    private static final Map<String, String> ALL = new TreeMap<>(Map.ofEntries(Map.entry("cleanup.policy", "delete"),
        Map.entry("compression.type", "lz4"), Map.entry("flush", "async"), Map.entry("idempotency.window.ms", "2000"),
        Map.entry("max.message.bytes", "77"), Map.entry("message.timestamp.type", "LogAppendTime"),
        Map.entry("min.insync.replicas", "3"), Map.entry("retention.bytes", "5000000000"),
        Map.entry("retention.ms", "-1"), Map.entry("segment.bytes", "4096"), Map.entry("segment.ms", "1")));

    @Test
    void whatIsNotNamedHasItsDefault() {
        TopicConfig config = TopicConfig.parse(Map.of("flush", "async"));

        assertThat(TopicConfig.parse(Map.of())).isEqualTo(TopicConfig.DEFAULT);
        assertThat(config.flush()).isEqualTo(FlushPolicy.ASYNC);
        assertThat(config.asMap()).containsExactly(Map.entry("cleanup.policy", "delete"),
            Map.entry("compression.type", "producer"), Map.entry("flush", "async"),
            Map.entry("idempotency.window.ms", "600000"), Map.entry("max.message.bytes", "1048576"),
            Map.entry("message.timestamp.type", "CreateTime"), Map.entry("min.insync.replicas", "1"),
            Map.entry("retention.bytes", "-1"), Map.entry("retention.ms", "604800000"),
            Map.entry("segment.bytes", "268435456"), Map.entry("segment.ms", "604800000"));
    }

    @Test
    void everySettingIsReadAsItIsWritten() {
        TopicConfig config = TopicConfig.parse(ALL);

        assertThat(config.compressionType()).isEqualTo(CompressionType.LZ4);
        assertThat(config.flush()).isEqualTo(FlushPolicy.ASYNC);
        assertThat(config.idempotencyWindowMillis()).isEqualTo(2_000);
        assertThat(config.maxMessageBytes()).isEqualTo(77);
        assertThat(config.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
        assertThat(config.minInsyncReplicas()).isEqualTo(3);
        assertThat(config.retentionBytes()).isEqualTo(5_000_000_000L);
        assertThat(config.retentionMillis()).isEqualTo(TopicConfig.UNLIMITED);
        assertThat(config.segmentBytes()).isEqualTo(4096);
        assertThat(config.segmentMillis()).isEqualTo(1);
    }

    @Test
    void whatIsNotNamedInAChangeStays() {
        TopicConfig before = TopicConfig.parse(ALL);
        Map<String, String> expected = new TreeMap<>(ALL);
        expected.putAll(Map.of("retention.ms", "9", "flush", "commit"));

        TopicConfig changed = before.with(Map.of("retention.ms", "9", "flush", "commit"));

        assertThat(changed.asMap()).isEqualTo(expected);
        assertThat(before.asMap()).isEqualTo(ALL);
        assertThat(before.with(Map.of())).isEqualTo(before);
    }

    @Test
    void resetGivesTheDefaultAgain() {
        TopicConfig all = TopicConfig.parse(ALL);

        assertThat(all.with(Map.of(), ALL.keySet())).isEqualTo(TopicConfig.DEFAULT);
        assertThat(all.with(Map.of("segment.ms", "2"), Set.of("compression.type")).asMap())
            .contains(Map.entry("compression.type", "producer"), Map.entry("segment.ms", "2"),
                Map.entry("flush", "async"));
    }

    @Test
    void mapOfAConfigurationIsOrderedAndParsesToTheSame() {
        TopicConfig config = TopicConfig.parse(ALL);

        Map<String, String> map = config.asMap();

        assertThat(map).containsExactlyEntriesOf(ALL);
        assertThat(TopicConfig.parse(map)).isEqualTo(config).hasSameHashCodeAs(config).hasToString(ALL.toString());
        assertThat(config).isNotEqualTo(TopicConfig.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({"producer,NONE", "uncompressed,NONE", "gzip,GZIP", "snappy,SNAPPY", "lz4,LZ4", "zstd,ZSTD"})
    void compressionTypeSaysHowTheBrokerCompresses(String value, Compression expected) {
        TopicConfig config = TopicConfig.parse(Map.of("compression.type", value));

        assertThat(config.compressionType().ofBroker()).isEqualTo(expected);
        assertThat(config.asMap()).containsEntry("compression.type", value);
    }

    @ParameterizedTest
    @CsvSource({"flush,sometimes", "flush,''", "flush,COMMIT", "segment.bytes,4095", "segment.bytes,1073741825",
        "segment.bytes,1e6", "segment.bytes,''", "max.message.bytes,0", "max.message.bytes,-1",
        "retention.ms,-2", "retention.bytes,1.5",
        "retention.ms,9223372036854775808", "segment.ms,0", "idempotency.window.ms,999",
        "idempotency.window.ms,86400001",
        "max.message.bytes,16777217", "max.message.bytes,99999999999", "max.message.bytes,1.0",
        "compression.type,none", "compression.type,GZIP", "compression.type,''", "message.timestamp.type,logappendtime",
        "message.timestamp.type,1", "min.insync.replicas,0", "min.insync.replicas,32768", "min.insync.replicas,all",
        "cleanup.policy,Delete", "cleanup.policy,''"})
    void badValueIsRefusedNamingItsKey(String key, String value) {
        assertThatThrownBy(() -> TopicConfig.parse(Map.of(key, value)))
            .isInstanceOfSatisfying(InvalidRequestException.class, refused -> {
                assertThat(refused.code()).isEqualTo("invalid-request");
                assertThat(refused.field()).isEqualTo("config." + key);
                assertThat(refused).hasMessageContaining(key);
            });
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete.retention.ms", "min.compaction.lag.ms", "commit.rule", "unclean.leader.election",
        "suspect.election", "key.placement"})
    void keyWithoutAnEffectSoFarIsRefusedAsNotAvailable(String key) {
        assertThatThrownBy(() -> TopicConfig.parse(Map.of(key, "1")))
            .hasMessageContaining(key + " is not available in this version")
            .isInstanceOfSatisfying(InvalidRequestException.class,
                refused -> assertThat(refused.field()).isEqualTo("config." + key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "compact,delete", "delete,compact"})
    void cleanupThatIsNotThereYetIsRefusedByName(String value) {
        assertThatThrownBy(() -> TopicConfig.parse(Map.of("cleanup.policy", value)))
            .hasMessage("Value " + value + " of cleanup.policy is not available in this version. Use delete.")
            .isInstanceOfSatisfying(InvalidRequestException.class,
                refused -> assertThat(refused.field()).isEqualTo("config.cleanup.policy"));
    }

    @Test
    void refusalOfAWordNamesThoseThatAreTaken() {
        assertThatThrownBy(() -> TopicConfig.parse(Map.of("compression.type", "brotli")))
            .hasMessage("'brotli' is not a value of compression.type. Use producer, uncompressed, gzip, snappy, lz4 or "
                + "zstd.");
        assertThatThrownBy(() -> TopicConfig.parse(Map.of("message.timestamp.type", "Create")))
            .hasMessage("'Create' is not a value of message.timestamp.type. Use CreateTime or LogAppendTime.");
    }

    @Test
    void unknownKeyIsRefusedNamingTheKnownOnes() {
        assertThatThrownBy(() -> TopicConfig.parse(Map.of("retention.m", "1")))
            .hasMessageContaining("retention.m").hasMessageContaining(String.join(", ", ALL.keySet()));
    }
}
