package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.RawClient;

/** When a fetch that wants some bytes at least has enough. */
class MinBytesTest {
    /** Longer than a client of the tests waits for bytes. */
    private static final int FOR_EVER_MILLIS = 60_000;
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final long NOW = 1_700_000_000_000L;
    private static final String LARGE = "x".repeat(1_000);
    private static final int PLENTY = 1 << 20;

    private final KafkaListener listener = KafkaListener.started();
    private int batchBytes;

    @BeforeEach
    void fill() throws Exception {
        listener.memory().create("orders", 3);
        publish(0, LARGE);
        batchBytes = FetchResponse.recordsSize(asked(Fetches.of("orders").from(0, 0)).get(0));
    }

    @AfterEach
    void stop() {
        listener.close();
    }

    @Test
    void bytesOfAllPartitionsCountTogether() throws Exception {
        try (RawClient client = listener.connect()) {
            client.sendFrame(Fetches.of("orders").from(0, 0).from(1, 0).waiting(FOR_EVER_MILLIS, 2_000).bytes(5));
            awaitWaiting();
            publish(1, "x".repeat(10));
            awaitWaiting();

            publish(1, LARGE);

            Map<Integer, PartitionData> found = answered(client);
            assertThat(Fetches.offsets(found.get(0))).containsExactly(0L);
            assertThat(Fetches.offsets(found.get(1))).containsExactly(0L, 1L);
        }
    }

    @Test
    void whoMayGetLessThanItWantsAtLeastDoesNotWaitForMore() throws Exception {
        publish(1, LARGE);

        assertSizes(Fetches.of("orders").from(0, 0).maxBytes(batchBytes), batchBytes);
        assertSizes(Fetches.of("orders").from(0, 0, batchBytes), batchBytes);
        assertSizes(Fetches.of("orders").from(0, 0).from(1, 0).maxBytes(batchBytes + 10), batchBytes, 0);
    }

    @Test
    void whatIsFullByALimitThatIsNoSumOfBatchesIsAnsweredAtOnce() throws Exception {
        publish(0, LARGE);

        assertSizes(Fetches.of("orders").from(0, 0).maxBytes(batchBytes + 10), batchBytes);
        assertSizes(Fetches.of("orders").from(0, 0, batchBytes + 10), batchBytes);
        assertSizes(Fetches.of("orders").from(0, 0, 10), batchBytes);
    }

    /** As with Kafka: a full partition counts for what it may give, and does not end the wait for the others. */
    @Test
    void onePartitionThatIsFullIsNotEnoughForAll() throws Exception {
        publish(0, LARGE);
        int limit = batchBytes + 10;
        try (RawClient client = listener.connect()) {
            client.sendFrame(Fetches.of("orders").from(0, 0, limit).from(1, 0, limit).waiting(FOR_EVER_MILLIS, PLENTY)
                .bytes(5));
            awaitWaiting();
            publish(1, LARGE);
            awaitWaiting();

            publish(1, LARGE);

            assertThat(answered(client).values()).extracting(FetchResponse::recordsSize)
                .containsExactly(batchBytes, batchBytes);
        }
    }

    private void assertSizes(Fetches fetch, Integer... sizes) throws Exception {
        assertThat(asked(fetch.waiting(FOR_EVER_MILLIS, PLENTY)).values()).extracting(FetchResponse::recordsSize)
            .containsExactly(sizes);
    }

    private Map<Integer, PartitionData> asked(Fetches fetch) throws Exception {
        return Fetches.partitions(fetch.ask(listener));
    }

    private static Map<Integer, PartitionData> answered(RawClient client) throws Exception {
        ByteBuffer frame = client.receive();
        return Fetches.partitions((FetchResponse) AbstractResponse.parseResponse(frame,
            new RequestHeader(ApiKeys.FETCH, (short) 12, "test", 5)));
    }

    private void publish(int partition, String value) throws Exception {
        listener.memory().publishAll("orders", partition, NOW, List.of(value));
    }

    private void awaitWaiting() {
        await().atMost(WITHIN).until(() -> listener.broker().statistics().waitingFetches() == 1);
    }
}
