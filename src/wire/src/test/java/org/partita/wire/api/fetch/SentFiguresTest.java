package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.requests.FetchResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.partita.core.broker.BrokerStatistics;
import org.partita.core.broker.TopicTraffic;
import org.partita.wire.api.TopicIds;
import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.RawClient;

/** What fetches add to the figures of the broker. */
class SentFiguresTest {
    private static final int FOR_EVER_MILLIS = 60_000;
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final long NOW = 1_700_000_000_000L;

    private final KafkaListener listener = KafkaListener.started();
    private UUID orders;

    @BeforeEach
    void create() throws Exception {
        orders = listener.memory().create("orders", 1).topic().id();
        listener.memory().create("bills", 1);
    }

    @AfterEach
    void stop() {
        listener.close();
    }

    /** Those before the offset are in the batch, and no client shows them. */
    @Test
    void messagesCountFromTheOffsetOnAndBytesAsTheyAreSent() throws Exception {
        publish("a", "b", "c");
        publish("d");

        int sizeBytes = size(Fetches.of("orders").from(0, 1)) + size(Fetches.of(TopicIds.of(orders)).from(0, 3));
        size(Fetches.of("orders").from(0, 4));

        BrokerStatistics now = listener.broker().statistics();
        assertThat(now.messagesOut()).isEqualTo(3 + 1);
        assertThat(now.bytesOut()).isEqualTo(sizeBytes);
        assertThat(now.traffic()).extracting(TopicTraffic::topic, TopicTraffic::messagesOut, TopicTraffic::bytesOut)
            .containsExactly(tuple("bills", 0L, 0L), tuple("orders", 4L, (long) sizeBytes));
    }

    @Test
    void whatIsReadAgainBecauseThereIsNotEnoughCountsOnce() throws Exception {
        publish("a");
        try (RawClient client = listener.connect()) {
            client.sendFrame(Fetches.of("orders").from(0, 0).waiting(FOR_EVER_MILLIS, 1_000).bytes(5));
            await().atMost(WITHIN).until(() -> listener.broker().statistics().waitingFetches() == 1);

            publish("x".repeat(1_000));

            client.receive();
        }
        assertThat(listener.broker().statistics().messagesOut()).isEqualTo(2);
    }

    private int size(Fetches fetch) throws Exception {
        List<PartitionData> found = List.copyOf(Fetches.partitions(fetch.ask(listener)).values());
        return FetchResponse.recordsSize(found.get(0));
    }

    private void publish(String... values) throws Exception {
        listener.memory().publishAll("orders", 0, NOW, List.of(values));
    }
}
