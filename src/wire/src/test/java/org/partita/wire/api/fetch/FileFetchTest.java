package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.partita.storage.SegmentStore;
import org.partita.store.directory.DataDirectory;
import org.partita.wire.testing.CountedSlices;
import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.RawClient;

/** Batches that go from files to sockets, on a disk that is one. */
class FileFetchTest {
    private static final int BATCHES = 24;
    private static final int BATCH_BYTES = 1 << 20;
    private static final int SMALL_BUFFER = 16 << 10;
    private static final Duration WITHIN = Duration.ofSeconds(20);

    @TempDir
    private Path root;

    private DataDirectory directory;
    private SegmentStore store;
    private KafkaListener listener;
    private CountedSlices slices;

    @BeforeEach
    void start() throws Exception {
        directory = DataDirectory.open(root, KafkaListener.BROKER_ID);
        store = directory.connect();
        listener = KafkaListener.on(store);
        slices = listener.memory().slices();
        listener.memory().create("orders", 2);
    }

    @AfterEach
    void stop() {
        listener.close();
        store.close();
        directory.close();
    }

    @Test
    void largeAndSmallPartsOfAnAnswerComeInTheirOrder() throws Exception {
        fill(0, 3);
        listener.memory().publish("orders", 1, 1, "small");

        FetchResponse response = Fetches.of("orders").from(1, 0).from(0, 0, 8 * BATCH_BYTES).from(1, 0).ask(listener);

        assertThat(Fetches.offsets(Fetches.partitions(response).get(0))).containsExactly(0L, 1L, 2L);
        assertThat(Fetches.offsets(Fetches.partitions(response).get(1))).containsExactly(0L);
        for (RecordBatch each : FetchResponse.recordsOrFail(Fetches.partitions(response).get(0)).batches()) {
            each.ensureValid();
        }
        assertThat(slices.channels()).isPositive();
        awaitNoSlices();
    }

    @Test
    void whatALaggardDoesNotTakeHoldsNoMemory() throws Exception {
        fill(0, BATCHES);
        try (RawClient laggard = asking()) {
            awaitSlices();

            assertThat(listener.server().statistics().unsentBytes()).isLessThan(BATCH_BYTES);
            assertThat(Fetches.offsets(Fetches.partitions(Fetches.of("orders").from(0, 5, 1).ask(listener)).get(0)))
                .containsExactly(5L);

            assertThat(Fetches.offsets(Fetches.partitions(response(laggard.receive())).get(0))).hasSize(BATCHES);
        }
        awaitNoSlices();
    }

    @Test
    void aClientThatGoesInTheMiddleOfAFileLeavesNoSliceOpen() throws Exception {
        fill(0, BATCHES);
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 5; i++) clients.add(asking());
        await().atMost(WITHIN).until(() -> slices.open() == clients.size());

        for (RawClient each : clients) each.close();

        awaitNoSlices();
        await().atMost(WITHIN).until(() -> listener.server().statistics().unsentBytes() == 0);
    }

    @Test
    void requestsBehindAnAnswerThatIsNotTakenDoNotBegin() throws Exception {
        fill(0, BATCHES);
        try (RawClient laggard = asking()) {
            awaitSlices();
            byte[] next = Fetches.of("orders").from(0, 0, BATCHES * BATCH_BYTES).bytes(5);
            for (int i = 0; i < 3; i++) laggard.sendFrame(next);

            assertThat(slices.open()).isEqualTo(1);
            for (int i = 0; i < 4; i++) laggard.receive();
        }
        awaitNoSlices();
    }

    @Test
    void aFileThatIsCutUnderAnAnswerEndsTheConnectionAndNoLengthIsWrong() throws Exception {
        fill(0, BATCHES);
        try (RawClient client = asking()) {
            awaitSlices();

            cutSegment(10);

            assertThat(client.isClosedByServer()).isTrue();
        }
        awaitNoSlices();
    }

    /** The client gets what is whole, and is told of the rest: a length that cannot be sent would close for ever. */
    @Test
    void ofAFileThatWasCutBeforeOnlyWhatIsWholeIsPromised() throws Exception {
        fill(0, 4);
        cutSegment(2 * BATCH_BYTES);
        try (RawClient client = listener.connect()) {
            FetchResponse whole = response(client.sendFrame(Fetches.of("orders").from(0, 0, 8 * BATCH_BYTES).bytes(5))
                .receive());
            FetchResponse rest = response(client.sendFrame(Fetches.of("orders").from(0, 2, 8 * BATCH_BYTES).bytes(5))
                .receive());

            assertThat(Fetches.offsets(Fetches.partitions(whole).get(0))).containsExactly(0L, 1L);
            assertThat(Fetches.partitions(rest).get(0).errorCode()).isEqualTo(Errors.KAFKA_STORAGE_ERROR.code());
        }
        awaitNoSlices();
    }

    private void cutSegment(long lengthBytes) throws IOException {
        try (Stream<Path> files = Files.walk(root);
             FileChannel file = FileChannel.open(files.filter(each -> each.toString().endsWith(".log"))
                 .max((one, other) -> Long.compare(one.toFile().length(), other.toFile().length())).orElseThrow(),
                 StandardOpenOption.WRITE)) {
            file.truncate(lengthBytes);
        }
    }

    @Test
    void aSegmentThatIsDeletedUnderAnAnswerIsSentToItsEnd() throws Exception {
        fill(0, BATCHES);
        try (RawClient client = asking()) {
            awaitSlices();

            listener.broker().deleteTopic("orders").toCompletableFuture().get();

            assertThat(Fetches.offsets(Fetches.partitions(response(client.receive())).get(0))).hasSize(BATCHES);
        }
        awaitNoSlices();
    }

    private void fill(int partition, int batches) throws Exception {
        String large = "x".repeat(BATCH_BYTES - 1_000);
        for (int i = 0; i < batches; i++) listener.memory().publish("orders", partition, 1 + i, large);
    }

    /** Asks for more than sockets take, and reads nothing. */
    private RawClient asking() throws IOException {
        return new RawClient(listener.server().address(), SMALL_BUFFER)
            .sendFrame(Fetches.of("orders").from(0, 0, 2 * BATCHES * BATCH_BYTES).maxBytes(2 * BATCHES * BATCH_BYTES)
                .bytes(5));
    }

    private void awaitSlices() {
        await().atMost(WITHIN).until(() -> slices.open() > 0 && slices.channels() > 0);
    }

    private void awaitNoSlices() {
        await().atMost(WITHIN).until(() -> slices.open() == 0);
    }

    private static FetchResponse response(ByteBuffer frame) {
        return (FetchResponse) AbstractResponse.parseResponse(frame,
            new RequestHeader(ApiKeys.FETCH, (short) 12, "test", 5));
    }
}
