package org.partita.wire.api.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.BaseRecords;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ApiVersionsRequest;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.InitProducerIdResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.broker.FetchRequest;
import org.partita.core.produce.Batches;
import org.partita.wire.api.TopicIds;
import org.partita.wire.server.MalformedRequestException;
import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.RawClient;

/** Requests of every version as they stand on the wire. */
class ProduceHandlerTest {
    private static final String TOPIC = "orders";
    private static final short LATEST = ApiKeys.PRODUCE.latestVersion();
    private static final short BY_NAME = 12;

    private final KafkaListener listener = KafkaListener.started();

    @BeforeEach
    void create() throws Exception {
        listener.memory().create(TOPIC, 2);
    }

    @AfterEach
    void stop() {
        listener.close();
    }

    @ParameterizedTest
    @ValueSource(shorts = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13})
    void everyVersionIsServed(short version) throws IOException {
        PartitionProduceResponse first = produce(version, 1, 0, records("a", "b"));
        PartitionProduceResponse second = produce(version, -1, 0, records("c"));

        assertThat(first.errorCode()).isZero();
        assertThat(first.baseOffset()).isZero();
        assertThat(second.baseOffset()).isEqualTo(2);
        assertThat(second.logAppendTimeMs()).isEqualTo(-1);
        assertThat(values()).containsExactly("a", "b", "c");
    }

    @Test
    void librdkafkaIsToldOfVersionsThatAreNotServed() throws IOException {
        ApiVersionsResponse told = listener.ask(new ApiVersionsRequest.Builder().build(), ApiVersionsResponse.class);

        assertThat(told.apiVersion(ApiKeys.PRODUCE.id).minVersion()).isZero();
        assertThat(told.apiVersion(ApiKeys.PRODUCE.id).maxVersion()).isEqualTo(LATEST);
        try (RawClient client = listener.connect()) {
            client.sendFrame((byte) 0, (byte) 0, (byte) 0, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 1);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void b066EachPartitionHasItsOwnAnswerAndNoOffsetIfItIsRefused() throws IOException {
        ProduceResponse response = listener.ask(request(BY_NAME, -1, topic(TOPIC, partition(0, records("a")),
            partition(1, records("b")), partition(2, records("c")), partition(1, null)),
            topic("nowhere", partition(0, records("d")))), ProduceResponse.class);

        assertThat(response.data().responses()).extracting(TopicProduceResponse::name)
            .containsExactly(TOPIC, "nowhere");
        assertThat(response.data().responses()).flatExtracting(TopicProduceResponse::partitionResponses)
            .extracting(each -> Errors.forCode(each.errorCode())).containsExactly(Errors.NONE, Errors.NONE,
                Errors.UNKNOWN_TOPIC_OR_PARTITION, Errors.INVALID_RECORD, Errors.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(response.data().responses()).flatExtracting(TopicProduceResponse::partitionResponses)
            .extracting(PartitionProduceResponse::baseOffset).containsExactly(0L, 0L, -1L, -1L, -1L);
    }

    @Test
    void topicIdThatIsNotThereIsUnknown() throws IOException {
        ProduceResponse response = listener.ask(request(LATEST, -1, new TopicProduceData()
            .setTopicId(Uuid.randomUuid()).setPartitionData(List.of(partition(0, records("a"))))),
            ProduceResponse.class);

        assertThat(response.errorCounts()).containsOnlyKeys(Errors.UNKNOWN_TOPIC_ID);
    }

    @Test
    void duplicateIsAnsweredWithTheFirstOffsetAlsoAfterALostAnswerAndARestart() throws Exception {
        produce(LATEST, -1, 0, records("before"));
        try (RawClient client = listener.connect()) {
            client.sendFrame(frame(request(LATEST, -1, topicOf(LATEST, partition(0, numbered(5, 0, "a", "b"))))));
            client.receive();
        }
        assertThat(produce(LATEST, -1, 0, numbered(5, 0, "a", "b")).baseOffset()).isEqualTo(1);

        listener.restartBroker();

        PartitionProduceResponse again = produce(LATEST, -1, 0, numbered(5, 0, "a", "b"));
        assertThat(Errors.forCode(again.errorCode())).isEqualTo(Errors.NONE);
        assertThat(again.baseOffset()).isEqualTo(1);
        assertThat(produce(LATEST, -1, 0, numbered(5, 2, "c")).baseOffset()).isEqualTo(3);
        assertThat(values()).containsExactly("before", "a", "b", "c");
    }

    @Test
    void ofTwoProducersWithOneIdTheLaterEpochWins() throws IOException {
        produce(LATEST, -1, 0, numbered(5, 0, "a"));
        MemoryRecords later = MemoryRecords.withIdempotentRecords(Compression.NONE, 5, (short) 1, 0, record("b"));

        assertThat(produce(LATEST, -1, 0, later).errorCode()).isZero();
        assertThat(Errors.forCode(produce(LATEST, -1, 0, numbered(5, 1, "c")).errorCode()))
            .isEqualTo(Errors.INVALID_PRODUCER_EPOCH);
        MemoryRecords gap = MemoryRecords.withIdempotentRecords(Compression.NONE, 5, (short) 1, 7, record("d"));
        assertThat(Errors.forCode(produce(LATEST, -1, 0, gap).errorCode()))
            .isEqualTo(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertThat(values()).containsExactly("a", "b");
    }

    @Test
    void headerNamesThatAreNotTextOrTheBrokersAreRefused() throws IOException {
        ByteBuffer noText = named("name").buffer();
        Batches.sealed(noText.put(noText.limit() - 2, (byte) 0xFF));

        assertThat(Errors.forCode(produce(LATEST, -1, 0, MemoryRecords.readableRecords(noText)).errorCode()))
            .isEqualTo(Errors.INVALID_RECORD);
        assertThat(Errors.forCode(produce(LATEST, -1, 0, named("Partita-x")).errorCode()))
            .isEqualTo(Errors.INVALID_RECORD);
        assertThat(produce(LATEST, -1, 0, named("n\u00e4me")).errorCode()).isZero();
    }

    /** The name ends one byte before the batch does. */
    private static MemoryRecords named(String header) {
        return MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(1_700_000_000_000L, (byte[]) null,
            null, new Header[] {new RecordHeader(header, (byte[]) null)}));
    }

    @Test
    void requestsOfAConnectionAreAppendedInTheirOrder() throws IOException {
        try (RawClient client = listener.connect()) {
            for (int i = 0; i < 10; i++) {
                client.sendFrame(frame(request(LATEST, -1, topicOf(LATEST, partition(0, numbered(5, i, "m" + i))))));
            }
            for (int i = 0; i < 10; i++) {
                ProduceResponse answer =
                    (ProduceResponse) AbstractResponse.parseResponse(client.receive(), header(LATEST));
                assertThat(answer.errorCounts()).containsOnlyKeys(Errors.NONE);
            }
        }

        assertThat(values()).hasSize(10).isSorted();
    }

    @Test
    void nothingIsAnsweredToAcks0() throws IOException {
        try (RawClient client = listener.connect()) {
            client.sendFrame(frame(request(LATEST, 0, topicOf(LATEST, partition(0, records("a"))))));
            client.sendFrame(frame(request(LATEST, 1, topicOf(LATEST, partition(0, records("b"))))));
            ProduceResponse only = (ProduceResponse) AbstractResponse.parseResponse(client.receive(), header(LATEST));

            assertThat(only.data().responses().iterator().next().partitionResponses().get(0).baseOffset()).isEqualTo(1);
        }
    }

    @Test
    void failedRequestWithAcks0ClosesTheConnectionBehindWhatWasAnswered() throws IOException {
        try (RawClient client = listener.connect()) {
            client.sendFrame(frame(request(LATEST, 1, topicOf(LATEST, partition(0, records("a"))))));
            client.sendFrame(frame(request(LATEST, 0, topicOf(LATEST, partition(9, records("b"))))));

            assertThat(client.receive().remaining()).isPositive();
            assertThat(client.isClosedByServer()).isTrue();
        }
        try (RawClient client = listener.connect()) {
            ProduceRequestData transactional = data(0, topicOf(LATEST, partition(0, records("a"))));
            client.sendFrame(frame(new ProduceRequest(transactional.setTransactionalId("t"), LATEST)));
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(shorts = {-2, 2, 3})
    void otherAcksAreRefused(short acks) throws IOException {
        assertThat(Errors.forCode(produce(LATEST, acks, 0, records("a")).errorCode()))
            .isEqualTo(Errors.INVALID_REQUIRED_ACKS);
    }

    @Test
    void transactionsAreRefused() throws IOException {
        MemoryRecords batch = MemoryRecords.withTransactionalRecords(Compression.NONE, 5, (short) 0, 0, record("a"));

        assertThat(Errors.forCode(produce(LATEST, -1, 0, batch).errorCode()))
            .isEqualTo(Errors.TRANSACTIONAL_ID_AUTHORIZATION_FAILED);
        ProduceResponse named = listener.ask(new ProduceRequest(data(-1, topicOf(LATEST, partition(0, batch)))
            .setTransactionalId("t"), LATEST), ProduceResponse.class);
        assertThat(named.errorCounts()).containsOnlyKeys(Errors.TRANSACTIONAL_ID_AUTHORIZATION_FAILED);
    }

    @Test
    void zstdNeedsAVersionThatKnowsIt() throws IOException {
        MemoryRecords zstd = MemoryRecords.withRecords(Compression.zstd().build(), record("a"));

        assertThat(Errors.forCode(produce((short) 6, -1, 0, zstd).errorCode()))
            .isEqualTo(Errors.UNSUPPORTED_COMPRESSION_TYPE);
        assertThat(produce((short) 7, -1, 0, zstd).errorCode()).isZero();
    }

    @Test
    void oldFormatsAreRefused() throws IOException {
        byte[] batch = KafkaListener.bytes(records("a").buffer());
        batch[16] = 1;

        assertThat(Errors.forCode(produce(LATEST, -1, 0,
            MemoryRecords.readableRecords(ByteBuffer.wrap(batch))).errorCode()))
            .isEqualTo(Errors.UNSUPPORTED_FOR_MESSAGE_FORMAT);
    }

    @Test
    void producerIdsAreGivenAndRaised() throws IOException {
        InitProducerIdResponseData first = init(wish());
        InitProducerIdResponseData second = init(wish());
        InitProducerIdResponseData next = init(wish().setProducerId(first.producerId())
            .setProducerEpoch(first.producerEpoch()));

        assertThat(second.producerId()).isEqualTo(first.producerId() + 1);
        assertThat(next.producerId()).isEqualTo(first.producerId());
        assertThat(next.producerEpoch()).isEqualTo((short) 1);
    }

    @Test
    void producerIdsOfTransactionsAndHalfOnesAreRefused() throws IOException {
        assertThat(Errors.forCode(init(wish().setTransactionalId("t")).errorCode()))
            .isEqualTo(Errors.TRANSACTIONAL_ID_AUTHORIZATION_FAILED);
        assertThat(Errors.forCode(init(wish().setProducerId(3)).errorCode()))
            .isEqualTo(Errors.INVALID_REQUEST);
        assertThat(Errors.forCode(init(wish().setProducerEpoch((short) 3)).errorCode()))
            .isEqualTo(Errors.INVALID_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(shorts = {3, 8, 9, 12, 13})
    void requestOfManyEmptyTopicsIsNotRead(short version) throws IOException {
        TopicProduceData[] empty = new TopicProduceData[501];
        for (int i = 0; i < empty.length; i++) {
            empty[i] = new TopicProduceData().setName("t" + i).setTopicId(new Uuid(i, i));
        }

        byte[] many = frame(request(version, -1, empty));

        try (RawClient client = listener.connect()) {
            client.sendFrame(many);
            assertThat(client.isClosedByServer()).isTrue();
        }
        RequestHeader read = RequestHeader.parse(ByteBuffer.wrap(many));
        ByteBuffer body = ByteBuffer.wrap(many).position(read.size());
        assertThatThrownBy(() -> ProduceShape.check(body, version)).isInstanceOf(MalformedRequestException.class);
    }

    private enum Kept { ONE_RECORD_FOR_MANY_PARTITIONS, MANY_TOPICS }

    @ParameterizedTest
    @EnumSource(Kept.class)
    void requestOfManySmallBatchesIsRead(Kept kind) {
        for (short version = 3; version <= LATEST; version++) {
            TopicProduceData[] topics = new TopicProduceData[kind == Kept.MANY_TOPICS ? 500 : 1];
            for (int i = 0; i < topics.length; i++) topics[i] = topic("t" + i, partition(i, records("")));
            ProduceRequestData data = data(-1, topics);
            if (kind == Kept.ONE_RECORD_FOR_MANY_PARTITIONS) {
                data.topicData().iterator().next().setPartitionData(
                    IntStream.range(0, 2_000).mapToObj(i -> partition(i, records(""))).toList());
            }
            byte[] frame = frame(new ProduceRequest(data, version));
            RequestHeader read = RequestHeader.parse(ByteBuffer.wrap(frame));
            ProduceShape.check(ByteBuffer.wrap(frame).position(read.size()), version);
        }
    }

    private static InitProducerIdRequestData wish() {
        return new InitProducerIdRequestData().setTransactionalId(null).setTransactionTimeoutMs(1);
    }

    private InitProducerIdResponseData init(InitProducerIdRequestData data) throws IOException {
        return listener.ask(new InitProducerIdRequest.Builder(data).build((short) 5), InitProducerIdResponse.class)
            .data();
    }

    private PartitionProduceResponse produce(short version, int acks, int partition, BaseRecords records)
        throws IOException {
        ProduceResponse response = listener.ask(request(version, acks, topicOf(version, partition(partition, records))),
            ProduceResponse.class);
        return response.data().responses().iterator().next().partitionResponses().get(0);
    }

    private TopicProduceData topicOf(short version, PartitionProduceData... partitions) {
        TopicProduceData topic = topic(TOPIC, partitions);
        return version < 13 ? topic
            : topic.setTopicId(TopicIds.of(listener.broker().metadata().topic(TOPIC).orElseThrow().id()));
    }

    private static TopicProduceData topic(String name, PartitionProduceData... partitions) {
        return new TopicProduceData().setName(name).setPartitionData(List.of(partitions));
    }

    private static PartitionProduceData partition(int index, BaseRecords records) {
        return new PartitionProduceData().setIndex(index).setRecords(records);
    }

    private static ProduceRequestData data(int acks, TopicProduceData... topics) {
        ProduceRequestData data = new ProduceRequestData().setAcks((short) acks).setTimeoutMs(10_000);
        for (TopicProduceData each : topics) data.topicData().mustAdd(each);
        return data;
    }

    private static ProduceRequest request(short version, int acks, TopicProduceData... topics) {
        return new ProduceRequest(data(acks, topics), version);
    }

    private static RequestHeader header(short version) {
        return new RequestHeader(ApiKeys.PRODUCE, version, "test", 7);
    }

    private static byte[] frame(ProduceRequest request) {
        return KafkaListener.bytes(request.serializeWithHeader(header(request.version())));
    }

    private static MemoryRecords records(String... values) {
        return MemoryRecords.withRecords(Compression.NONE, all(values));
    }

    private static MemoryRecords numbered(long producerId, int sequence, String... values) {
        return MemoryRecords.withIdempotentRecords(Compression.NONE, producerId, (short) 0, sequence, all(values));
    }

    private static SimpleRecord[] all(String... values) {
        return List.of(values).stream().map(ProduceHandlerTest::record).toArray(SimpleRecord[]::new);
    }

    private static SimpleRecord record(String value) {
        return new SimpleRecord(1_700_000_000_000L, "k".getBytes(), value.getBytes());
    }

    private List<String> values() {
        return listener.broker().fetch(new FetchRequest(TOPIC, 0, new FetchRequest.StartAt.Offset(0), 500, 1 << 20, 0,
            0)).toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join().records().stream()
            .map(each -> new String(each.value().toArray())).toList();
    }
}
