package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopic;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopicCollection;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData.EpochEndOffset;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.OffsetsForLeaderEpochRequest;
import org.apache.kafka.common.requests.OffsetsForLeaderEpochResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.storage.DirectoryIdentity;
import org.partita.storage.testing.MemoryDisk;
import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.MemoryBroker;
import org.partita.wire.testing.RawClient;

/** Fetches, field by field. */
class FetchTest {
    /** Longer than a client of the tests waits for bytes. */
    private static final int FOR_EVER_MILLIS = 60_000;
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final long NOW = 1_700_000_000_000L;

    private final MemoryDisk disk = new MemoryDisk(
        new DirectoryIdentity(MemoryBroker.CLUSTER_ID, KafkaListener.BROKER_ID, new UUID(1, 1), 1));
    private KafkaListener listener = KafkaListener.on(disk.open());

    @AfterEach
    void stop() {
        listener.close();
    }

    @Test
    void everyVersionGivesTheSameBatches() throws Exception {
        Uuid id = created("orders", 1);
        publish(0, "a", "b");

        for (short version : ApiKeys.FETCH.allVersions()) {
            Fetches fetch = version < 13 ? Fetches.of("orders") : Fetches.of(id);
            PartitionData found = only(fetch.version(version).from(0, 0).ask(listener));

            assertThat(Fetches.offsets(found)).as("version %d", version).containsExactly(0L, 1L);
            assertThat(found.highWatermark()).isEqualTo(2);
            assertThat(found.lastStableOffset()).isEqualTo(2);
        }
    }

    @Test
    void thereAreNoAbortedTransactionsWhetherAskedForOrNot() throws Exception {
        created("orders", 1);
        publish(0, "a");

        assertThat(only(Fetches.of("orders").from(0, 0).isolation((byte) 1).ask(listener)).abortedTransactions())
            .isEmpty();
        assertThat(only(Fetches.of("orders").from(0, 0).ask(listener)).abortedTransactions()).isNull();
    }

    @Test
    void whatDoesNotExistIsAnErrorOfItsPartition() throws Exception {
        Uuid id = created("orders", 1);
        publish(0, "a");

        assertThat(error(Fetches.of("orders").from(1, 0))).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(Fetches.of("other").from(0, 0))).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(Fetches.of(id).from(1, 0))).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(Fetches.of(Uuid.randomUuid()).from(0, 0))).isEqualTo(Errors.UNKNOWN_TOPIC_ID);
        assertThat(error(Fetches.of("orders").from(0, 2))).isEqualTo(Errors.OFFSET_OUT_OF_RANGE);
        assertThat(error(Fetches.of("orders").from(0, -1))).isEqualTo(Errors.OFFSET_OUT_OF_RANGE);
        assertThat(error(Fetches.of("orders").from(0, 1))).isEqualTo(Errors.NONE);
    }

    @Test
    void whoKnowsAnotherLeaderIsToldSo() throws Exception {
        created("orders", 1);
        publish(0, "a");
        restart();
        int epoch = epoch();

        assertThat(error(inEpoch(epoch - 1))).isEqualTo(Errors.FENCED_LEADER_EPOCH);
        assertThat(error(inEpoch(epoch + 1))).isEqualTo(Errors.UNKNOWN_LEADER_EPOCH);
        assertThat(error(inEpoch(epoch))).isEqualTo(Errors.NONE);
    }

    @Test
    void whereTheLogsPartIsTold() throws Exception {
        created("orders", 1);
        publish(0, "a", "b");
        int first = epoch();
        restart();
        publish(0, "c");

        PartitionData parting = only(after(3, first).ask(listener));
        assertThat(parting.divergingEpoch().epoch()).isEqualTo(first);
        assertThat(parting.divergingEpoch().endOffset()).isEqualTo(2);
        assertThat(Fetches.offsets(parting)).isEmpty();
        assertThat(only(after(2, first).ask(listener)).divergingEpoch().epoch()).isEqualTo(-1);
        assertThat(error(after(2, epoch() + 1))).isEqualTo(Errors.OFFSET_OUT_OF_RANGE);
    }

    @Test
    void theEndOfAnEpochIsTold() throws Exception {
        created("orders", 1);
        publish(0, "a", "b");
        int first = epoch();
        restart();

        assertThat(end(first)).returns(2L, EpochEndOffset::endOffset).returns(first, EpochEndOffset::leaderEpoch);
        publish(0, "c");
        assertThat(end(first)).returns(2L, EpochEndOffset::endOffset);
        assertThat(end(epoch())).returns(3L, EpochEndOffset::endOffset).returns(epoch(), EpochEndOffset::leaderEpoch);
        assertThat(end(epoch() + 1)).returns(-1L, EpochEndOffset::endOffset).returns(-1, EpochEndOffset::leaderEpoch);
    }

    @Test
    void followersAreRefused() throws Exception {
        created("orders", 1);

        assertThat(error(Fetches.of("orders").from(0, 0).asFollower(2))).isEqualTo(Errors.INVALID_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(bytes = {-1, 2, 67})
    void isolationLevelsThatAreNoneAreRefused(byte level) throws Exception {
        created("orders", 1);
        publish(0, "a");

        assertThat(error(Fetches.of("orders").from(0, 0).isolation(level))).isEqualTo(Errors.INVALID_REQUEST);
    }

    @Test
    void bytesAreGivenInOrderUntilTheyAreUsedUp() throws Exception {
        created("orders", 3);
        for (int partition = 0; partition < 3; partition++) publish(partition, "x".repeat(1_000));
        int batchBytes = FetchResponse.recordsSize(only(Fetches.of("orders").from(0, 0).ask(listener)));

        Map<Integer, PartitionData> two = Fetches.partitions(Fetches.of("orders").from(2, 0).from(0, 0).from(1, 0)
            .maxBytes(2 * batchBytes).ask(listener));
        Map<Integer, PartitionData> tooLittle = Fetches.partitions(Fetches.of("orders").from(1, 0, 10).from(0, 0, 10)
            .maxBytes(10).ask(listener));
        Map<Integer, PartitionData> nothingFirst = Fetches.partitions(Fetches.of("orders").from(1, 1).from(0, 0, 10)
            .ask(listener));

        assertThat(two.keySet()).containsExactly(2, 0, 1);
        assertThat(two.values()).extracting(FetchResponse::recordsSize).containsExactly(batchBytes, batchBytes, 0);
        assertThat(tooLittle.values()).extracting(FetchResponse::recordsSize).containsExactly(batchBytes, 0);
        assertThat(nothingFirst.values()).extracting(FetchResponse::recordsSize).containsExactly(0, batchBytes);
    }

    @Test
    void aMessageInAnyOfThePartitionsWakesTheFetch() throws Exception {
        created("orders", 3);
        try (RawClient client = listener.connect()) {
            client.sendFrame(Fetches.of("orders").from(0, 0).from(1, 0).from(2, 0).waiting(FOR_EVER_MILLIS, 1)
                .bytes(5));
            awaitWaiting(1);

            publish(1, "a");

            Map<Integer, PartitionData> found = Fetches.partitions(response(client.receive()));
            assertThat(Fetches.offsets(found.get(1))).containsExactly(0L);
            assertThat(Fetches.offsets(found.get(0))).isEmpty();
        }
        awaitWaiting(0);
    }

    @Test
    void anErrorIsToldWithoutWaiting() throws Exception {
        created("orders", 1);

        FetchResponse response = Fetches.of("orders").from(0, 0).from(7, 0).waiting(FOR_EVER_MILLIS, 1).ask(listener);

        assertThat(Fetches.partitions(response).get(7).errorCode())
            .isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION.code());
    }

    @Test
    void whenItsTimeIsUpAFetchGetsWhatThereIs() throws Exception {
        created("orders", 1);
        publish(0, "a");

        FetchResponse response = Fetches.of("orders").from(0, 0).waiting(50, 1 << 20).ask(listener);

        assertThat(Fetches.offsets(only(response))).containsExactly(0L);
    }

    @Test
    void b148DeletionOfTheTopicAnswersTheFetch() throws Exception {
        Uuid id = created("orders", 1);
        try (RawClient client = listener.connect()) {
            client.sendFrame(Fetches.of(id).version(12 + 1).from(0, 0).waiting(FOR_EVER_MILLIS, 1).bytes(5));
            awaitWaiting(1);

            listener.broker().deleteTopic("orders").toCompletableFuture().get();

            FetchResponse response = (FetchResponse) AbstractResponse.parseResponse(client.receive(),
                new RequestHeader(ApiKeys.FETCH, (short) 13, "test", 5));
            assertThat(only(response).errorCode()).isEqualTo(Errors.UNKNOWN_TOPIC_ID.code());
        }
    }

    @Test
    void nothingIsLeftOfAFetchWhoseClientHasGone() throws Exception {
        created("orders", 2);
        RawClient client = listener.connect();
        client.sendFrame(Fetches.of("orders").from(0, 0).from(1, 0).waiting(FOR_EVER_MILLIS, 1).bytes(5));
        awaitWaiting(1);

        client.close();

        awaitWaiting(0);
        await().atMost(WITHIN).until(() -> listener.server().statistics().requestBytes() == 0);
    }

    @Test
    void aStopAnswersFetchesThatWait() throws Exception {
        created("orders", 1);
        try (RawClient client = listener.connect()) {
            client.sendFrame(everything(1));
            awaitWaiting(1);

            boolean clean = listener.server().close(WITHIN);

            assertThat(clean).isTrue();
            assertThat(response(client.receive()).error()).isEqualTo(Errors.NONE);
        }
    }

    @Test
    void manyIdleConsumersLeaveRoomForTheRequestsOfOthers() throws Exception {
        int partitions = 60;
        created("orders", partitions);
        List<RawClient> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                idle.add(listener.connect());
                idle.get(i).sendFrame(everything(partitions));
            }

            awaitWaiting(300);
            assertThat(error(Fetches.of("orders").from(0, 0))).isEqualTo(Errors.NONE);
        } finally {
            for (RawClient each : idle) each.close();
        }
        await().atMost(WITHIN).until(() -> listener.server().statistics().requestBytes() == 0);
    }

    @Test
    void whatIsAskedBehindAFetchTakesNoMemoryWhileThatWaits() throws Exception {
        created("orders", 60);
        try (RawClient client = listener.connect()) {
            byte[] frame = RawClient.framed(everything(60));
            client.send(ByteBuffer.allocate(5 * frame.length).put(frame).put(frame).put(frame).put(frame).put(frame)
                .array());
            awaitWaiting(1);

            await().atMost(WITHIN).until(() -> listener.server().statistics().requestBytes() <= 1 << 10);
            publish(0, "a");
            for (int i = 0; i < 5; i++) assertThat(response(client.receive()).error()).isEqualTo(Errors.NONE);
        }
    }

    private static byte[] everything(int partitions) {
        Fetches fetch = Fetches.of("orders").waiting(FOR_EVER_MILLIS, 1);
        for (int partition = 0; partition < partitions; partition++) fetch.from(partition, 0);
        return fetch.bytes(5);
    }

    private Uuid created(String topic, int partitions) throws Exception {
        UUID id = listener.memory().create(topic, partitions).topic().id();
        return new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    private void publish(int partition, String... values) throws Exception {
        listener.memory().publishAll("orders", partition, NOW, List.of(values));
    }

    private void restart() {
        listener.close();
        listener = KafkaListener.on(disk.open());
    }

    private int epoch() throws Exception {
        return listener.broker().topicStatus("orders").toCompletableFuture().get().partitions().get(0).leaderEpoch();
    }

    private static Fetches inEpoch(int epoch) {
        return Fetches.of("orders").from(new FetchPartition().setPartition(0).setFetchOffset(0)
            .setPartitionMaxBytes(1_000).setCurrentLeaderEpoch(epoch));
    }

    private static Fetches after(long offset, int lastEpoch) {
        return Fetches.of("orders").from(new FetchPartition().setPartition(0).setFetchOffset(offset)
            .setPartitionMaxBytes(1_000).setLastFetchedEpoch(lastEpoch));
    }

    private EpochEndOffset end(int epoch) throws Exception {
        OffsetForLeaderTopicCollection topics = new OffsetForLeaderTopicCollection();
        topics.add(new OffsetForLeaderTopic().setTopic("orders").setPartitions(List.of(
            new OffsetForLeaderPartition().setPartition(0).setLeaderEpoch(epoch))));
        return listener.ask(OffsetsForLeaderEpochRequest.Builder.forConsumer(topics).build((short) 4),
            OffsetsForLeaderEpochResponse.class).data().topics().find("orders").partitions().get(0);
    }

    private Errors error(Fetches fetch) throws Exception {
        return Errors.forCode(only(fetch.ask(listener)).errorCode());
    }

    private static PartitionData only(FetchResponse response) {
        assertThat(Fetches.partitions(response)).hasSize(1);
        return Fetches.partitions(response).values().iterator().next();
    }

    private static FetchResponse response(ByteBuffer frame) {
        return (FetchResponse) AbstractResponse.parseResponse(frame,
            new RequestHeader(ApiKeys.FETCH, (short) 12, "test", 5));
    }

    private void awaitWaiting(int fetches) {
        await().atMost(WITHIN).until(() -> listener.broker().statistics().waitingFetches() == fetches);
    }
}
