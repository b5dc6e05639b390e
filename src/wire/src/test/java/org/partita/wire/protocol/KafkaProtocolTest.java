package org.partita.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersion;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ApiVersionsRequest;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.MemoryBroker;
import org.partita.wire.testing.RawClient;

class KafkaProtocolTest {
    private static final short UNKNOWN_API = 1_234;

    private final KafkaListener listener = KafkaListener.started();

    @AfterEach
    void stop() {
        listener.close();
    }

    @Test
    void everyVersionOfApiVersionsTellsTheSameRanges() throws Exception {
        for (short version : ApiKeys.API_VERSIONS.allVersions()) {
            ApiVersionsResponse response = listener.ask(versions(version), ApiVersionsResponse.class);

            assertThat(response.data().errorCode()).isEqualTo(Errors.NONE.code());
            assertThat(response.data().apiKeys())
                .extracting(ApiVersion::apiKey, ApiVersion::minVersion, ApiVersion::maxVersion)
                .contains(tuple(ApiKeys.LIST_OFFSETS.id, (short) 1, (short) 10))
                .contains(tuple(ApiKeys.PRODUCE.id, (short) 0, (short) 13)).hasSize(16);
        }
    }

    @Test
    void answersAreMeasuredBeforeTheyAreSent() throws Exception {
        listener.memory().create("orders", 1);
        ProduceRequestData data = new ProduceRequestData().setAcks((short) -1).setTimeoutMs(10_000);
        data.topicData().mustAdd(new TopicProduceData().setName("orders").setPartitionData(List.of(
            produced(0), produced(7))));

        listener.ask(new ProduceRequest(data, (short) 12), ProduceResponse.class);
        listener.ask(new FetchRequest(new FetchRequestData().setMaxWaitMs(1).setMinBytes(1), (short) 12),
            FetchResponse.class);

        assertThat(listener.meter().produce().within()).endsWith(1L);
        assertThat(listener.meter().produce().sumMicros()).isPositive();
        assertThat(listener.meter().fetch().within()).endsWith(1L);
        assertThat(listener.meter().errors()).hasSize(1).containsEntry("UNKNOWN_TOPIC_OR_PARTITION", 1L);
    }

    private static PartitionProduceData produced(int partition) {
        return new PartitionProduceData().setIndex(partition).setRecords(
            MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(1L, "value".getBytes())));
    }

    @Test
    void whatIsNotServedIsNotInTheRanges() throws Exception {
        ApiVersionsResponse response = listener.ask(versions((short) 3), ApiVersionsResponse.class);

        for (ApiKeys each : List.of(ApiKeys.JOIN_GROUP, ApiKeys.HEARTBEAT, ApiKeys.ADD_PARTITIONS_TO_TXN)) {
            assertThat(response.apiVersion(each.id)).as(each.name).isNull();
        }
    }

    @Test
    void aVersionOfApiVersionsThatIsNotKnownIsAnsweredInTheFirst() throws Exception {
        try (RawClient client = listener.connect()) {
            client.sendFrame(ByteBuffer.allocate(64).putShort(ApiKeys.API_VERSIONS.id).putShort((short) 99).putInt(5)
                .putShort((short) 4).put("test".getBytes(StandardCharsets.US_ASCII)).array());

            RequestHeader header = new RequestHeader(ApiKeys.API_VERSIONS, (short) 0, "test", 5);
            ApiVersionsResponse response =
                (ApiVersionsResponse) AbstractResponse.parseResponse(client.receive(), header);
            assertThat(response.data().errorCode()).isEqualTo(Errors.UNSUPPORTED_VERSION.code());
            assertThat(response.data().apiKeys()).extracting(ApiVersion::apiKey)
                .containsExactly(ApiKeys.API_VERSIONS.id);
        }
    }

    @Test
    void clientsThatAreCalledOddThingsAreRefused() throws Exception {
        ApiVersionsRequest odd = new ApiVersionsRequest(
            new ApiVersionsRequestData().setClientSoftwareName("{}").setClientSoftwareVersion("1"), (short) 3);

        ApiVersionsResponse response = listener.ask(odd, ApiVersionsResponse.class);

        assertThat(response.data().errorCode()).isEqualTo(Errors.INVALID_REQUEST.code());
    }

    @Test
    void everyVersionOfMetadataIsAnswered() throws Exception {
        listener.memory().create("orders", 2);

        for (short version : ApiKeys.METADATA.allVersions()) {
            MetadataRequest request = new MetadataRequest(new MetadataRequestData().setTopics(version == 0 ? List.of()
                : null), version);
            MetadataResponse response = listener.ask(request, MetadataResponse.class);

            assertThat(response.topicMetadata()).as("version " + version).hasSize(1);
            assertThat(response.brokers()).hasSize(1);
            if (version >= 2) assertThat(response.clusterId()).isEqualTo(MemoryBroker.CLUSTER_ID);
        }
    }

    @Test
    void unknownApisAndVersionsAndGarbageCloseThatConnectionOnly() throws Exception {
        try (RawClient bystander = listener.connect()) {
            for (byte[] frame : List.of(head(UNKNOWN_API, (short) 0), head((short) -1, (short) 0),
                    head(ApiKeys.METADATA.id, (short) 99), head(ApiKeys.METADATA.id, (short) -1),
                    head(ApiKeys.PRODUCE.id, (short) 9), head(ApiKeys.LIST_OFFSETS.id, (short) 7),
                    head(ApiKeys.METADATA.id, (short) 12), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9})) {
                try (RawClient client = listener.connect()) {
                    client.sendFrame(frame);
                    assertThat(client.isClosedByServer()).isTrue();
                }
            }

            RequestHeader header = new RequestHeader(ApiKeys.API_VERSIONS, (short) 0, "test", 9);
            bystander.sendFrame(KafkaListener.bytes(versions((short) 0).serializeWithHeader(header)));
            assertThat(bystander.receive().getInt()).isEqualTo(9);
        }
        assertThat(listener.server().statistics().requestBytes()).isZero();
    }

    /** A header, and then a list that is as long as it can be without anything in it. */
    private static byte[] head(short apiKey, short apiVersion) {
        return ByteBuffer.allocate(32).putShort(apiKey).putShort(apiVersion).putInt(1).putShort((short) -1)
            .put((byte) 0).put(new byte[] {-1, -1, -1, -1, 7}).array();
    }

    private static ApiVersionsRequest versions(short version) {
        return new ApiVersionsRequest.Builder(version).build(version);
    }
}
