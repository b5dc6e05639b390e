package org.partita.wire.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.DescribeConfigsRequestData.DescribeConfigsResource;
import org.apache.kafka.common.message.DescribeConfigsResponseData;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResourceResult;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResult;
import org.apache.kafka.common.requests.DescribeConfigsRequest;
import org.apache.kafka.common.requests.DescribeConfigsResponse;
import org.apache.kafka.common.requests.DescribeConfigsResponse.ConfigSource;
import org.apache.kafka.common.requests.DescribeConfigsResponse.ConfigType;

import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicName;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.wire.protocol.ApiHandler;
import org.partita.wire.protocol.ErrorCodes;

/** Settings of topics, and the few of the broker that clients look at. */
final class DescribeConfigsHandler implements ApiHandler<DescribeConfigsRequest> {
    private final ServedBroker served;

    DescribeConfigsHandler(ServedBroker served) {
        this.served = served;
    }

    /** What is asked about; the same twice is told once. */
    private record Resource(byte type, String name) {
    }

    @Override
    public CompletionStage<DescribeConfigsResponse> answer(DescribeConfigsRequest request) {
        Map<Resource, DescribeConfigsResource> asked = new LinkedHashMap<>();
        for (DescribeConfigsResource each : request.data().resources()) {
            asked.put(new Resource(each.resourceType(), each.resourceName()), each);
        }
        List<DescribeConfigsResult> results = new ArrayList<>();
        for (DescribeConfigsResource each : asked.values()) {
            results.add(result(each, request.data().includeSynonyms()).setResourceType(each.resourceType())
                .setResourceName(each.resourceName()));
        }
        return CompletableFuture.completedStage(
            new DescribeConfigsResponse(new DescribeConfigsResponseData().setResults(results)));
    }

    private DescribeConfigsResult result(DescribeConfigsResource asked, boolean synonyms) {
        try {
            return new DescribeConfigsResult().setConfigs(configs(asked, synonyms));
        } catch (RuntimeException refused) {
            return new DescribeConfigsResult().setErrorCode(ErrorCodes.of(refused).code())
                .setErrorMessage(ErrorCodes.message(refused));
        }
    }

    private List<DescribeConfigsResourceResult> configs(DescribeConfigsResource asked, boolean synonyms) {
        List<String> keys = asked.configurationKeys();
        Predicate<String> wanted = keys == null ? key -> true : keys::contains;
        ConfigResource.Type type = ConfigResource.Type.forId(asked.resourceType());
        if (type == ConfigResource.Type.TOPIC) {
            return TopicSettings.described(topic(asked.resourceName()).config(), wanted, synonyms);
        }
        if (type == ConfigResource.Type.BROKER) return ofBroker(asked.resourceName(), wanted);
        throw new InvalidRequestException("There are no settings of resource type " + asked.resourceType()
            + ". Ask for those of a topic or of a broker.");
    }

    private TopicMetadata topic(String name) {
        TopicName.requireValid(name);
        return served.broker().metadata().topic(name).orElseThrow(() -> new TopicNotFoundException(name));
    }

    /** Those of all brokers together, which have no name, are none. */
    private List<DescribeConfigsResourceResult> ofBroker(String name, Predicate<String> wanted) {
        if (name.isEmpty()) return List.of();
        if (!name.equals(Integer.toString(served.id()))) {
            throw new InvalidRequestException("This is broker " + served.id() + ", which knows its own settings only.");
        }
        return List.of(
                ofBroker("auto.create.topics.enable", Boolean.toString(served.config().autoCreateTopics()),
                    ConfigType.BOOLEAN),
                ofBroker("default.replication.factor", "1", ConfigType.INT),
                ofBroker("node.id", name, ConfigType.INT),
                ofBroker("num.partitions", Integer.toString(served.config().defaultPartitions()), ConfigType.INT))
            .stream().filter(each -> wanted.test(each.name())).toList();
    }

    private static DescribeConfigsResourceResult ofBroker(String key, String value, ConfigType type) {
        return new DescribeConfigsResourceResult().setName(key).setValue(value).setReadOnly(true)
            .setConfigSource(ConfigSource.STATIC_BROKER_CONFIG.id()).setConfigType(type.id());
    }
}
