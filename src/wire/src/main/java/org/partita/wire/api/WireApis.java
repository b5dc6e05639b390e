package org.partita.wire.api;

import java.util.List;

import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.CreatePartitionsRequest;
import org.apache.kafka.common.requests.CreateTopicsRequest;
import org.apache.kafka.common.requests.DeleteRecordsRequest;
import org.apache.kafka.common.requests.DeleteTopicsRequest;
import org.apache.kafka.common.requests.DescribeClusterRequest;
import org.apache.kafka.common.requests.DescribeConfigsRequest;
import org.apache.kafka.common.requests.DescribeTopicPartitionsRequest;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FindCoordinatorRequest;
import org.apache.kafka.common.requests.IncrementalAlterConfigsRequest;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.OffsetsForLeaderEpochRequest;
import org.apache.kafka.common.requests.ProduceRequest;

import org.partita.wire.api.fetch.FetchHandler;
import org.partita.wire.api.fetch.FetchLimits;
import org.partita.wire.api.produce.InitProducerIdHandler;
import org.partita.wire.api.produce.ProduceHandler;
import org.partita.wire.api.produce.ProduceShape;
import org.partita.wire.protocol.Api;

/** What a broker serves beside ApiVersions, in the versions that it serves in full. */
public final class WireApis {
    private WireApis() {
    }

    public static List<Api> of(ServedBroker served) {
        return List.of(
            Api.of(ApiKeys.METADATA, 0, 13, MetadataRequest.class, new MetadataHandler(served)),
            Api.waiting(ApiKeys.FETCH, 4, 18, FetchRequest.class,
                new FetchHandler(served.broker(), FetchLimits.of(Runtime.getRuntime().maxMemory()))),
            Api.ofRecords(ApiKeys.PRODUCE, 3, 13, ProduceRequest.class, ProduceShape::check, new ProduceHandler(served))
                .toldFrom(0),
            Api.of(ApiKeys.FIND_COORDINATOR, 0, 6, FindCoordinatorRequest.class, new FindCoordinatorHandler()),
            Api.of(ApiKeys.INIT_PRODUCER_ID, 0, 5, InitProducerIdRequest.class, new InitProducerIdHandler(served)),
            Api.of(ApiKeys.DESCRIBE_TOPIC_PARTITIONS, 0, 0, DescribeTopicPartitionsRequest.class,
                new DescribeTopicPartitionsHandler(served)),
            Api.of(ApiKeys.DESCRIBE_CLUSTER, 0, 2, DescribeClusterRequest.class,
                new DescribeClusterHandler(served)),
            Api.of(ApiKeys.LIST_OFFSETS, 1, 10, ListOffsetsRequest.class, new ListOffsetsHandler(served)),
            Api.of(ApiKeys.OFFSET_FOR_LEADER_EPOCH, 2, 4, OffsetsForLeaderEpochRequest.class,
                new OffsetForLeaderEpochHandler(served)).withFewEntries(false),
            Api.of(ApiKeys.DELETE_RECORDS, 0, 2, DeleteRecordsRequest.class, new DeleteRecordsHandler(served))
                .withFewEntries(true),
            Api.of(ApiKeys.DESCRIBE_CONFIGS, 1, 4, DescribeConfigsRequest.class,
                new DescribeConfigsHandler(served)),
            Api.of(ApiKeys.INCREMENTAL_ALTER_CONFIGS, 0, 1, IncrementalAlterConfigsRequest.class,
                new IncrementalAlterConfigsHandler(served)).withFewEntries(true),
            Api.of(ApiKeys.CREATE_TOPICS, 2, 7, CreateTopicsRequest.class, new CreateTopicsHandler(served))
                .withFewEntries(true),
            Api.of(ApiKeys.DELETE_TOPICS, 1, 6, DeleteTopicsRequest.class, new DeleteTopicsHandler(served))
                .withFewEntries(true),
            Api.of(ApiKeys.CREATE_PARTITIONS, 0, 3, CreatePartitionsRequest.class,
                new CreatePartitionsHandler(served)).withFewEntries(false));
    }
}
