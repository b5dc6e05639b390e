package org.partita.wire.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import org.apache.kafka.common.message.CreateTopicsResponseData.CreatableTopicConfigs;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResourceResult;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsSynonym;
import org.apache.kafka.common.requests.DescribeConfigsResponse.ConfigSource;
import org.apache.kafka.common.requests.DescribeConfigsResponse.ConfigType;

import org.partita.core.metadata.TopicConfig;

/** The settings of a topic in the words of the protocol. One that is set to its default counts as not set. */
final class TopicSettings {
    private static final Map<String, String> DEFAULTS = TopicConfig.DEFAULT.asMap();
    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    private TopicSettings() {
    }

    static List<CreatableTopicConfigs> created(TopicConfig config) {
        List<CreatableTopicConfigs> settings = new ArrayList<>();
        config.asMap().forEach((key, value) -> settings.add(new CreatableTopicConfigs().setName(key).setValue(value)
            .setConfigSource(source(key, value).id())));
        return settings;
    }

    /** @param wanted whether a key is asked for */
    static List<DescribeConfigsResourceResult> described(TopicConfig config, Predicate<String> wanted,
                                                         boolean synonyms) {
        List<DescribeConfigsResourceResult> settings = new ArrayList<>();
        config.asMap().forEach((key, value) -> {
            if (!wanted.test(key)) return;
            settings.add(new DescribeConfigsResourceResult().setName(key).setValue(value)
                .setConfigSource(source(key, value).id()).setConfigType(type(key).id())
                .setSynonyms(synonyms ? synonyms(key, value) : List.of()));
        });
        return settings;
    }

    private static List<DescribeConfigsSynonym> synonyms(String key, String value) {
        DescribeConfigsSynonym byDefault = new DescribeConfigsSynonym().setName(key).setValue(DEFAULTS.get(key))
            .setSource(ConfigSource.DEFAULT_CONFIG.id());
        if (source(key, value) == ConfigSource.DEFAULT_CONFIG) return List.of(byDefault);
        return List.of(new DescribeConfigsSynonym().setName(key).setValue(value)
            .setSource(ConfigSource.TOPIC_CONFIG.id()), byDefault);
    }

    private static ConfigSource source(String key, String value) {
        return value.equals(DEFAULTS.get(key)) ? ConfigSource.DEFAULT_CONFIG : ConfigSource.TOPIC_CONFIG;
    }

    private static ConfigType type(String key) {
        return NUMBER.matcher(DEFAULTS.getOrDefault(key, "")).matches() ? ConfigType.LONG : ConfigType.STRING;
    }
}
