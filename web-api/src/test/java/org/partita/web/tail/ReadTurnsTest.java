package org.partita.web.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import org.partita.broker.TailThreads;
import org.partita.core.broker.Broker;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchResult;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;

class ReadTurnsTest {
    private static final int TAILS = 50;
    private static final int MESSAGE_BYTES = 900_000;
    /** In base64. */
    private static final int EVENT_BYTES = 1_300_000;

    private final ManualTimers timers = new ManualTimers();
    private final Queue<CompletableFuture<FetchResult>> reads = new ArrayDeque<>();
    private final Tails tails = new Tails(16L << 20);
    private final List<StuckClient> clients = new ArrayList<>();

    @Test
    void turnsAreGivenInTheOrderInWhichTheyWereAskedFor() {
        ReadTurns turns = new ReadTurns(2);
        List<Integer> begun = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            turns.take(() -> begun.add(number));
        }
        assertThat(begun).containsExactly(0, 1);

        turns.done();
        assertThat(begun).containsExactly(0, 1, 2);
        turns.done();
        turns.done();
        turns.done();
        turns.take(() -> begun.add(4));
        assertThat(begun).containsExactly(0, 1, 2, 3, 4);
    }

    /** Else what all of them read at once is on the heap before it is counted. */
    @Test
    void fewTailsReadAtATimeAndNoneWithoutRoom() throws IOException {
        for (int i = 0; i < TAILS; i++) begin();
        assertThat(reads).hasSize(8);

        int answered = 0;
        while (!reads.isEmpty()) {
            assertThat(reads).hasSizeLessThanOrEqualTo(8);
            reads.remove().complete(page());
            answered++;
        }

        // Of each there is the message and its event; who has no room yet asks again later.
        assertThat(answered).isBetween(8, 16);
        assertThat(tails.heldBytes()).isLessThan((16L << 20) + 8L * (MESSAGE_BYTES + EVENT_BYTES));
    }

    @Test
    void tailThatEndsWhileItWaitsForItsTurnTakesNone() throws IOException {
        for (int i = 0; i < 9; i++) begin();
        clients.get(8).listener.failed(new IOException("reset"));
        clients.get(0).listener.failed(new IOException("reset"));

        reads.remove().complete(page());
        begin();

        assertThat(reads).hasSize(8);
    }

    private void begin() throws IOException {
        StuckClient client = new StuckClient();
        clients.add(client);
        tails.begin(new TailThreads(Runnable::run, Runnable::run, timers), () -> client, "request",
            new TailSource(broker(), TopicRef.named("orders")), new PartitionPlace(0, 0),
            CompletableFuture.completedFuture(new long[] {0}));
    }

    /** Keeps whoever reads waiting. */
    private Broker broker() {
        return (Broker) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Broker.class},
            (proxy, method, arguments) -> {
                CompletableFuture<FetchResult> answer = new CompletableFuture<>();
                if (((FetchRequest) arguments[0]).maxMessages() > 0) reads.add(answer);
                return answer;
            });
    }

    private static FetchResult page() {
        LogRecord message = new LogRecord(0, 0, Bytes.NULL, Bytes.of(new byte[MESSAGE_BYTES]), List.of());
        return new FetchResult(List.of(message), 1, 2, 0);
    }

    /** Takes the opening of the answer and then nothing. */
    private static final class StuckClient implements EventStream {
        private Listener listener;
        private boolean stuck;

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
            // Thrown away.
        }

        @Override
        public void flush() {
            stuck = true;
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
