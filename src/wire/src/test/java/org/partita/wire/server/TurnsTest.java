package org.partita.wire.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.partita.wire.testing.NamedThreads;
import org.partita.wire.testing.RawClient;

/** Connections of one event loop take turns. */
class TurnsTest {
    private static final int MANY = 3_000;
    private static final int OTHERS = -1;
    private static final long WAIT_SECONDS = 20;

    private final List<Integer> handled = new CopyOnWriteArrayList<>();
    private final CountDownLatch allSent = new CountDownLatch(1);
    private WireServer server;

    @AfterEach
    void stop() {
        server.close(Duration.ofSeconds(WAIT_SECONDS));
    }

    @Test
    void whoAsksALotAtOnceHoldsUpNobody() throws Exception {
        ByteArrayOutputStream requests = new ByteArrayOutputStream();
        for (int id = 0; id < MANY; id++) {
            requests.writeBytes(RawClient.framed(ScriptedHandler.request(ScriptedHandler.ECHO, id)));
        }
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = WireServer.start(Transport.best(), anyPort, 1, new NamedThreads(), ServerBench.LIMITS,
            bound -> new FirstWaits());
        try (RawClient eager = new RawClient(server.address());
             RawClient other = new RawClient(server.address())) {
            eager.send(requests.toByteArray());
            other.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, OTHERS));
            allSent.countDown();

            for (int id = 0; id < MANY; id++) assertThat(eager.receive().getInt()).isEqualTo(id);
            assertThat(other.receive().getInt()).isEqualTo(OTHERS);
        }

        assertThat(handled.indexOf(OTHERS)).isLessThan(MANY / 2);
    }

    /** Notes what comes; the first request holds the event loop until all are sent. */
    private final class FirstWaits implements RequestHandler {
        private final ScriptedHandler echo = new ScriptedHandler();

        @Override
        public RequestRule rule(short apiKey, short apiVersion) {
            return echo.rule(apiKey, apiVersion);
        }

        @Override
        public CompletionStage<Answer> handle(ByteBuffer request, CompletionStage<Void> clientGone) {
            int id = request.getInt(Integer.BYTES);
            if (id == 0) awaitAllSent();
            handled.add(id);
            return echo.handle(request, clientGone);
        }

        private void awaitAllSent() {
            try {
                assertThat(allSent.await(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
        }
    }
}
