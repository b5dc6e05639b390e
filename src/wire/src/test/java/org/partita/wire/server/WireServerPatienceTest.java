package org.partita.wire.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.partita.wire.server.ScriptedHandler.Held;
import org.partita.wire.testing.RawClient;

/** How long connections are waited for. */
class WireServerPatienceTest {
    private static final Duration LONG = ServerBench.LONG;
    private static final Duration SHORT = Duration.ofMillis(100);

    private final ServerBench bench = new ServerBench();

    @AfterEach
    void stop() throws IOException {
        bench.close();
    }

    @Test
    void whoWaitsForRoomInVainIsClosed() throws Exception {
        bench.start(new WireLimits(1 << 20, 10, 4, 64 << 20, 1 << 20, new WireTimeouts(SHORT, LONG, LONG, LONG)));
        RawClient first = bench.connect();
        RawClient second = bench.connect();
        first.sendFrame(ServerBench.large(ScriptedHandler.HELD, 1, 500_000));
        Held holding = bench.handler().nextHeld();

        sendAsFarAsItIsTaken(second, ServerBench.large(ScriptedHandler.HELD, 2, 500_000));

        assertThat(second.isClosedByServer()).isTrue();
        holding.release();
        assertThat(first.receive().getInt()).isEqualTo(1);
    }

    @Test
    void halfARequestAndThenSilenceIsNotWaitedForForEver() throws Exception {
        bench.start(new WireTimeouts(SHORT, LONG, LONG, LONG));
        RawClient client = bench.connect();

        client.send((byte) 0, (byte) 0, (byte) 0, (byte) 64, (byte) 0, (byte) 1);

        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void aRequestThatDripsIsNotWaitedForForEver() throws Exception {
        bench.start(new WireTimeouts(SHORT, LONG, LONG, LONG));
        RawClient client = bench.connect();
        byte[] framed = RawClient.framed(ServerBench.large(ScriptedHandler.ECHO, 1, 1 << 19));

        assertThatThrownBy(() -> {
            for (byte each : framed) client.send(each);
        }).isInstanceOf(IOException.class);
    }

    @Test
    void whoSaysNothingIsClosed() throws Exception {
        bench.start(new WireTimeouts(SHORT, LONG, LONG, LONG));

        assertThat(bench.connect().isClosedByServer()).isTrue();
    }

    @Test
    void whoIsIdleIsClosed() throws Exception {
        bench.start(new WireTimeouts(LONG, SHORT, LONG, LONG));
        RawClient client = bench.connect();
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, 1));

        assertThat(client.receive().getInt()).isEqualTo(1);
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void whoseRequestIsHandledIsNotIdle() throws Exception {
        bench.start(new WireTimeouts(LONG, SHORT, LONG, LONG));
        RawClient busy = bench.connect();
        busy.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, 1));
        Held held = bench.handler().nextHeld();
        RawClient idle = bench.connect();
        idle.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, 2));
        assertThat(idle.isClosedByServer()).isTrue();

        held.release();

        assertThat(busy.receive().getInt()).isEqualTo(1);
    }

    @Test
    void aRequestThatGetsNoAnswerEndsItsConnection() throws Exception {
        bench.start(new WireTimeouts(LONG, LONG, LONG, SHORT));
        RawClient client = bench.connect();

        client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, 1));

        assertThat(client.isClosedByServer()).isTrue();
        bench.handler().nextHeld().release();
        ServerBench.await(() -> bench.server().statistics().requestBytes() == 0);
    }

    @Test
    void manyWhoDoNotReadHoldNoMoreThanIsAllowedAndKeepNobodyOut() throws Exception {
        long limit = 2 << 20;
        int answer = 1 << 20;
        bench.start(new WireLimits(1 << 20, 200, 16, limit, 16 << 20, new WireTimeouts(LONG, LONG, LONG, LONG)));
        long most = 0;
        for (int i = 0; i < 100; i++) {
            RawClient deaf = bench.connect(4_096);
            for (int j = 0; j < 10; j++) deaf.sendFrame(ScriptedHandler.request(ScriptedHandler.FILL, j, answer));
            most = Math.max(most, bench.server().statistics().unsentBytes());
        }
        RawClient other = bench.connect();

        other.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, 7));

        assertThat(other.receive().getInt()).isEqualTo(7);
        // One more on each of the two event loops, since they do not wait for each other.
        assertThat(most).isLessThanOrEqualTo(limit + 2L * answer + 64);
    }

    @Test
    void whoDoesNotReadIsNotReadEitherAndThenClosed() throws Exception {
        bench.start(new WireLimits(1 << 20, 10, 16, 64 << 20, 16 << 20,
            new WireTimeouts(LONG, LONG, Duration.ofSeconds(1), LONG)));
        RawClient deaf = bench.connect(4_096);
        for (int i = 0; i < 200; i++) deaf.sendFrame(ScriptedHandler.request(ScriptedHandler.FILL, i, 200_000));
        RawClient other = bench.connect();

        other.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, 7));

        assertThat(other.receive().getInt()).isEqualTo(7);
        assertThat(bench.server().statistics().buffers()).as("requests under way and answers").isLessThan(30);
        ServerBench.await(() -> bench.server().statistics().connections() == 1);
        assertThat(bench.server().statistics().requestBytes()).isZero();
    }

    /** A connection that is closed in the middle of it takes no more. */
    private static void sendAsFarAsItIsTaken(RawClient client, byte[] frame) {
        try {
            client.sendFrame(frame);
        } catch (IOException closed) {
            assertThat(closed).isInstanceOf(SocketException.class);
        }
    }
}
