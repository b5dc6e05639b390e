package org.partita.web.tail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.broker.TailThreads;

/** What tails read, when the disk takes its time and there is little room. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class TailReadsTest {
    private static final long ROOM_BYTES = 16L << 20;
    private static final int MESSAGE_BYTES = 900_000;
    private static final long RETRY_MILLIS = 500;

    private final ManualTimers timers = new ManualTimers();
    private final ScriptedBroker broker = new ScriptedBroker();
    private final Tails tails = new Tails(ROOM_BYTES);

    /** A message that wakes many tails is not read by all of them at once. */
    @Test
    void fewTailsReadAPartitionAtATime() throws IOException {
        broker.holds(0, MESSAGE_BYTES);

        for (int i = 0; i < 50; i++) begin(new Client(true), 0);

        assertThat(broker.reads()).hasSize(8);
    }

    @Test
    void tailsHoldNoMoreThanTheirRoomWhateverTheyRead() throws IOException {
        broker.holds(0, MESSAGE_BYTES, MESSAGE_BYTES);
        for (int i = 0; i < 50; i++) begin(new Client(true), 0);

        int stuck = 0;
        for (int rounds = 0; rounds < 3; rounds++) {
            while (!broker.reads().isEmpty()) {
                broker.answerNext();
                assertThat(tails.heldBytes()).isLessThanOrEqualTo(ROOM_BYTES);
                stuck++;
            }
            timers.pass(RETRY_MILLIS);
        }

        // Of an event in base64 there is room for thirteen.
        assertThat(stuck).isGreaterThanOrEqualTo(13);
        assertThat(tails.heldBytes()).isGreaterThan(ROOM_BYTES / 2);
    }

    @Test
    void messageForWhichThereWasNoRoomComesWhenThereIs() throws IOException {
        broker.holds(0, 5_000_000, 1_000);
        Client stuck = new Client(true);
        Client later = new Client(true);
        Client reader = new Client(false);
        begin(stuck, 0);
        begin(later, 0);
        broker.answerNext();
        broker.answerNext();
        begin(reader, 0);
        broker.answerNext();
        assertThat(reader.taken).doesNotContain("\"offset\"");

        stuck.listener.failed(new IOException("reset"));
        timers.pass(RETRY_MILLIS);
        while (!broker.reads().isEmpty()) broker.answerNext();

        assertThat(reader.taken).containsSubsequence("\"offset\":0,", "\"offset\":1,");
        assertThat(tails.heldBytes()).isLessThanOrEqualTo(ROOM_BYTES);
    }

    /** Its event alone is larger than all there is, so it goes when nobody else holds anything. */
    @Test
    void messageThatIsLargerThanAllRoomIsGivenAllTheSame() throws IOException {
        broker.holds(0, 16_000_000, 10);
        Client reader = new Client(false);
        begin(reader, 0);

        for (int rounds = 0; rounds < 4; rounds++) {
            while (!broker.reads().isEmpty()) broker.answerNext();
            timers.pass(RETRY_MILLIS);
        }

        assertThat(reader.taken).containsSubsequence("\"offset\":0,", "\"offset\":1,");
        assertThat(tails.heldBytes()).isZero();
    }

    @Test
    void partitionWhoseDiskHangsTakesNothingFromTailsOfOthers() throws IOException {
        broker.holds(1, 10);
        for (int i = 0; i < 900; i++) begin(new Client(false), 0);
        Client other = new Client(false);

        begin(other, 1);
        broker.answer(broker.reads().get(8));

        assertThat(other.taken).contains("\"offset\":0,");
        assertThat(tails.heldBytes()).isZero();
    }

    @Test
    void partitionWhoseDiskHangsDoesNotHoldUpTheOthersOfItsTopic() throws IOException {
        broker.holds(1, 10);
        broker.holds(2, 10);
        Client reader = new Client(false);
        begin(reader, new TopicPlace(ScriptedBroker.TOPIC.id(), new long[3]));
        ScriptedBroker.Read hanging = broker.reads().get(0);

        timers.pass(100);
        broker.answer(broker.reads().get(1));
        broker.answer(broker.reads().get(1));

        assertThat(hanging.partition()).isZero();
        assertThat(reader.taken).contains("{\"partition\":1,\"offset\":0,", "{\"partition\":2,\"offset\":0,");
        broker.holds(0, 10);
        broker.answer(hanging);
        assertThat(reader.taken).contains("{\"partition\":0,\"offset\":0,");
    }

    /** It comes while the client still has another page to take. Then it is read again. */
    @Test
    void pageThatComesLateIsNeitherLostNorGivenTwice() throws IOException {
        broker.holds(0, 1_000, 1_000);
        broker.holds(1, 1_000, 1_000);
        Client reader = new Client(true);
        begin(reader, new TopicPlace(ScriptedBroker.TOPIC.id(), new long[2]));
        timers.pass(100);
        broker.answer(broker.reads().get(1));

        broker.answerNext();
        reader.unstick();
        while (!broker.reads().isEmpty()) broker.answerNext();

        for (int partition = 0; partition < 2; partition++) {
            assertThat(reader.taken).containsOnlyOnce("{\"partition\":" + partition + ",\"offset\":0,")
                .containsOnlyOnce("{\"partition\":" + partition + ",\"offset\":1,");
        }
        assertThat(tails.heldBytes()).isZero();
    }

    @Test
    void tailThatEndsWhileItWaitsForItsTurnTakesNone() throws IOException {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            clients.add(new Client(true));
            begin(clients.get(i), 0);
        }
        clients.get(8).listener.failed(new IOException("reset"));
        clients.get(0).listener.failed(new IOException("reset"));

        broker.answerNext();
        begin(new Client(true), 0);

        assertThat(broker.reads()).hasSize(8);
    }

    /** What a broker throws at once is a bug; it ends the tails it concerns, and them only. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fetchThatThrowsEndsItsTailAndLeavesNothingBehind(boolean waitsOnly) throws IOException {
        broker.failsOnlyWaits = waitsOnly;
        broker.failure = new IllegalStateException("a bug of the broker");
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clients.add(new Client(false));
            begin(clients.get(i), 0);
            while (!broker.reads().isEmpty()) broker.answerNext();
        }
        assertThat(tails.open()).isZero();
        assertThat(clients).allMatch(client -> client.closed && client.taken.indexOf("internal-error") > 0);

        broker.failure = null;
        Client after = new Client(false);
        begin(after, 0);

        assertThat(broker.reads()).hasSize(1);
    }

    @Test
    void failureInTheMidstOfATailEndsIt() throws IOException {
        Client reader = new Client(false);
        begin(reader, 0);

        broker.reads().remove(0).answer().complete(null);
        Client other = new Client(false);
        begin(other, new PartitionPlace(-1, 0));

        assertThat(reader.closed).isTrue();
        assertThat(other.closed).isTrue();
        assertThat(tails.open()).isZero();
        assertThat(tails.heldBytes()).isZero();
    }

    private void begin(Client client, int partition) throws IOException {
        begin(client, new PartitionPlace(partition, 0));
    }

    private void begin(Client client, TailPlace place) throws IOException {
        tails.begin(new TailThreads(Runnable::run, timers), () -> client, "request", broker.source(), place,
            CompletableFuture.completedFuture(new long[place.partitions()]));
    }

    /** Takes everything, or the opening of the answer and then nothing. */
    private static final class Client implements EventStream {
        /** What an event begins with. */
        private static final int KEPT_BYTES = 200;

        private final StringBuilder taken = new StringBuilder();
        private Listener listener;
        private boolean sticks;
        private boolean stuck;
        private boolean closed;

        Client(boolean sticks) {
            this.sticks = sticks;
        }

        void unstick() {
            sticks = false;
            stuck = false;
            listener.ready();
        }

        @Override
        public void listen(Listener to) {
            listener = to;
            to.ready();
        }

        @Override
        public boolean isReady() {
            return !stuck;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            if (from == 0) taken.append(new String(bytes, 0, Math.min(KEPT_BYTES, length), ISO_8859_1));
        }

        @Override
        public void flush() {
            stuck = sticks;
        }

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public void abort() {
            closed = true;
        }
    }
}
