package org.partita.web.tail;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import org.partita.broker.TailThreads;
import org.partita.core.metadata.TopicRef;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.web.testing.HttpFace;

/** Clients that do not take what a tail has for them, and time that passes. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class SlowClientTest {
    private final HttpFace face = HttpFace.started();
    private final ManualTimers timers = new ManualTimers();
    private final Tails tails = new Tails(1 << 20);
    private final Client client = new Client();

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void clientThatTakesNothingForTenSecondsIsCutOffAndEverythingIsGivenBack() {
        publish(200);
        client.room = 100_000;
        begin();
        client.awaitFull();
        assertThat(tails.heldBytes()).isPositive();

        timers.pass(9_999);
        boolean closedEarly = client.closed;
        timers.pass(10_001);

        assertThat(closedEarly).isFalse();
        client.awaitClosed();
        awaitNothingHeld();
    }

    @Test
    void clientThatTakesABitInTimeIsNotCutOff() {
        publish(200);
        client.room = 100_000;
        begin();
        client.awaitFull();

        for (int i = 0; i < 5; i++) {
            timers.pass(9_000);
            client.take(10_000);
            client.awaitFull();
        }

        assertThat(client.closed).isFalse();
    }

    @Test
    void tailHoldsNoMoreThanAPageForAClientThatTakesNothing() {
        publish(2_000);
        client.room = 100;
        begin();
        client.awaitFull();

        assertThat(client.taken).hasSize(100);
        assertThat(tails.heldBytes()).isLessThan(200_000);
    }

    @Test
    void quietTailGivesASignOfLifeEveryTenSeconds() {
        begin();
        client.await("id: -1\n\n");

        timers.pass(10_000);
        client.await(":\n\n");
        timers.pass(9_999);
        while (!client.has(":\n\n:\n\n")) timers.pass(1);

        assertThat(client.closed).isFalse();
    }

    @Test
    void tailsThatWereOpenedTogetherAreNotWrittenToTogether() {
        Client other = new Client();
        begin();
        begin(other);
        client.await("id: -1\n\n");
        other.await("id: -1\n\n");

        timers.pass(9_950);

        other.await(":\n\n");
        assertThat(client.has("\n\n:")).isFalse();
        timers.pass(50);
        client.await("\n\n:\n\n");
    }

    @Test
    void clientThatIsGoneEndsItsTail() {
        publish(1);
        begin();
        client.await("\"offset\":0");

        client.gone = true;
        publish(1);

        client.awaitClosed();
        // Ends the wait for more, which would take ten seconds.
        publish(1);
        awaitNothingHeld();
    }

    @Test
    void clientTheServerReportsAsGoneEndsItsTail() {
        begin();
        client.await("id: -1");

        client.listener.failed(new IOException("reset"));

        client.awaitClosed();
        endItsWait();
        awaitNothingHeld();
    }

    @Test
    void clientThatCannotBeListenedToGetsNoTail() {
        client.failure = new IllegalStateException("no listener");

        assertThatThrownBy(this::begin).isSameAs(client.failure);

        client.awaitClosed();
        awaitNothingHeld();
    }

    @Test
    void failureOfAWriteThatNobodyForesawEndsTheTail() {
        publish(1);
        begin();
        client.await("\"offset\":0");

        client.failure = new IllegalStateException("a bug of the server");
        publish(1);

        client.awaitClosed();
        endItsWait();
        awaitNothingHeld();
    }

    /** For a message, which a tail that has ended may still wait for, up to ten seconds. */
    private void endItsWait() {
        publish(1);
    }

    @Test
    void tailDoesNotGoOnWithATopicThatGotTheName() {
        publish(200);
        client.room = 100_000;
        begin();
        client.awaitFull();

        face.send(face.request("/v1/topics/orders").DELETE());
        createTopic();
        assertThat(face.post("/v1/topics/orders/messages", "{\"payload\":\"successor\"}").statusCode()).isEqualTo(201);
        client.take(Integer.MAX_VALUE);

        client.await("topic-not-found");
        client.awaitClosed();
        assertThat(client.has("successor")).isFalse();
    }

    @Test
    void waitsOfTailsThatEndedKeepTheirPlaceUntilTheyAreOver() {
        begin();
        client.await("id: -1");
        while (face.broker().statistics().waitingFetches() == 0) Thread.onSpinWait();

        client.listener.failed(new IOException("reset"));
        client.awaitClosed();
        int openWhileWaiting = tails.open();
        publish(1);

        assertThat(openWhileWaiting).isEqualTo(1);
        awaitNothingHeld();
    }

    @Test
    void tailsBeyondTheBoundAreRefusedBeforeAnythingIsSent() {
        for (int i = 0; i < 1_000; i++) begin(new Client());
        Client last = new Client();

        assertThatThrownBy(() -> begin(last)).isInstanceOf(LeaderUnavailableException.class);
        assertThat(last.begun).isFalse();
    }

    private void publish(int messages) {
        if (face.broker().metadata().topics().isEmpty()) createTopic();
        StringBuilder batch = new StringBuilder("{\"messages\":[");
        for (int i = 0; i < messages; i++) {
            batch.append(i == 0 ? "" : ",").append("{\"payload\":\"").append("x".repeat(1_000)).append("\"}");
        }
        assertThat(face.post("/v1/topics/orders/messages", batch + "]}").statusCode()).isEqualTo(201);
    }

    private void createTopic() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":1}");
    }

    private void begin() {
        begin(client);
    }

    private void begin(Client of) {
        if (face.broker().metadata().topics().isEmpty()) createTopic();
        try {
            tails.begin(new TailThreads(face.threads(), timers), () -> {
                of.begun = true;
                return of;
            }, "request", new TailSource(face.broker(), topic()), new PartitionPlace(0, 0),
                CompletableFuture.completedFuture(new long[] {0}));
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private TopicRef topic() {
        return TopicRef.of(face.broker().metadata().topic("orders").orElseThrow());
    }

    private void awaitNothingHeld() {
        while (tails.open() > 0) Thread.onSpinWait();
        assertThat(tails.heldBytes()).isZero();
    }

    /** Has room for some bytes; what it takes is kept. */
    private static final class Client implements EventStream {
        private final StringBuilder taken = new StringBuilder();
        private volatile Listener listener;
        private volatile boolean begun;
        private volatile boolean closed;
        private volatile boolean gone;
        /** Of each listening or write from now on; null if there is none. */
        private volatile RuntimeException failure;
        private long room = Long.MAX_VALUE;
        private boolean full;

        @Override
        public void listen(Listener to) {
            fail();
            listener = to;
            to.ready();
        }

        @Override
        public synchronized boolean isReady() {
            full = room <= 0;
            return !full;
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) throws IOException {
            if (gone) throw new IOException("gone");
            fail();
            int count = (int) Math.min(room, length);
            room -= length;
            taken.append(new String(bytes, from, count, UTF_8));
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public void abort() {
            closed = true;
        }

        private void fail() {
            if (failure != null) throw failure;
        }

        void take(int bytes) {
            synchronized (this) {
                room = bytes;
                full = false;
            }
            listener.ready();
        }

        void await(String text) {
            while (!has(text)) Thread.onSpinWait();
        }

        private synchronized boolean has(String text) {
            return taken.indexOf(text) >= 0;
        }

        void awaitFull() {
            while (!isFull()) Thread.onSpinWait();
        }

        private synchronized boolean isFull() {
            return full;
        }

        void awaitClosed() {
            while (!closed) Thread.onSpinWait();
        }
    }
}
