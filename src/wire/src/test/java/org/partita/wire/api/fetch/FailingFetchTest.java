package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.broker.Broker;
import org.partita.storage.SegmentStore;
import org.partita.store.directory.DataDirectory;
import org.partita.wire.api.TopicIds;
import org.partita.wire.testing.CountedSlices;
import org.partita.wire.testing.FailingBroker;
import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.RawClient;

/** Fetches that fail in a way nobody foresaw, on a disk that is one. */
class FailingFetchTest {
    private static final int FOR_EVER_MILLIS = 60_000;
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final long NOW = 1_700_000_000_000L;
    private static final short FIRST_WITH_ERROR = 7;
    private static final short FIRST_WITH_IDS = 13;

    @TempDir
    private Path root;

    private DataDirectory directory;
    private SegmentStore store;
    private KafkaListener listener;
    private Uuid topic;

    @BeforeEach
    void start() throws Exception {
        directory = DataDirectory.open(root, KafkaListener.BROKER_ID);
        store = directory.connect();
        listener = KafkaListener.on(store);
        UUID id = listener.memory().create("orders", 2).topic().id();
        topic = TopicIds.of(id);
    }

    @AfterEach
    void stop() {
        listener.close();
        store.close();
        directory.close();
    }

    @ParameterizedTest
    @ValueSource(shorts = {4, 6, 7, 12, 13, 18})
    void whoHasWaitedIsToldInTheWordsOfItsVersion(short version) throws Exception {
        AtomicBoolean failing = new AtomicBoolean();
        listener.serve(FailingBroker.at(listener.broker(), "reader", asked -> failing.get()));
        Fetches fetch = version < FIRST_WITH_IDS ? Fetches.of("orders") : Fetches.of(topic);
        try (RawClient client = listener.connect()) {
            client.sendFrame(fetch.version(version).from(0, 0).from(1, 0).waiting(FOR_EVER_MILLIS, 1).bytes(5));
            await().atMost(WITHIN).until(() -> listener.broker().statistics().waitingFetches() == 1);
            failing.set(true);

            listener.memory().publish("orders", 0, NOW, "a");

            FetchResponse told = response(client.receive(), version);
            if (version >= FIRST_WITH_ERROR) assertThat(told.error()).isEqualTo(Errors.UNKNOWN_SERVER_ERROR);
            Map<Integer, PartitionData> partitions = Fetches.partitions(told);
            if (version < FIRST_WITH_IDS) assertThat(partitions).containsOnlyKeys(0, 1);
            assertThat(partitions.values()).extracting(each -> Errors.forCode(each.errorCode()))
                .allMatch(Errors.UNKNOWN_SERVER_ERROR::equals);
        }
    }

    @Test
    void whatWasReadForAnAnswerThatFailsIsGivenBack() throws Exception {
        listener.memory().publish("orders", 0, NOW, "x".repeat(200_000));
        listener.memory().publish("orders", 1, NOW, "small");
        CountedSlices slices = listener.memory().slices();
        Broker failing = FailingBroker.at(listener.broker(), "sent", asked -> slices.open() > 0);
        FetchHandler handler = new FetchHandler(failing, FetchLimits.of(512 << 20));

        FetchResponse told = handler.answer(Fetches.of("orders").from(1, 0).from(0, 0).request(),
            new CompletableFuture<>()).toCompletableFuture().get(20, TimeUnit.SECONDS);

        assertThat(told.error()).isEqualTo(Errors.UNKNOWN_SERVER_ERROR);
        assertThat(slices.channels()).as("a region of the file was held").isPositive();
        assertThat(slices.open()).isZero();
        assertThat(handler.heldBytes()).isZero();
        assertThat(handler.waitingBytes()).isZero();
    }

    private static FetchResponse response(ByteBuffer frame, short version) {
        return (FetchResponse) AbstractResponse.parseResponse(frame, new RequestHeader(ApiKeys.FETCH, version, "test",
            5));
    }
}
