package org.partita.wire.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

import io.netty.util.concurrent.FastThreadLocalThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.partita.wire.server.ScriptedHandler.Held;
import org.partita.wire.testing.NamedThreads;
import org.partita.wire.testing.RawClient;

/** Order, bounds and end of connections. */
class WireServerTest {
    private final ServerBench bench = new ServerBench();

    @AfterEach
    void stop() throws IOException {
        bench.close();
    }

    @ParameterizedTest
    @EnumSource
    void requestsAreAnsweredWhateverWaitsForTheSockets(Transport transport) throws Exception {
        bench.start(transport, ServerBench.LIMITS);
        RawClient client = bench.connect();

        client.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, 42));

        assertThat(client.receive().getInt()).isEqualTo(42);
    }

    @Test
    void epollIsUsedWhereThereIsOne() {
        boolean native64 = System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");

        assertThat(Transport.best()).isEqualTo(native64 ? Transport.EPOLL : Transport.NIO);
    }

    @Test
    void answersComeInTheOrderOfTheRequests() throws Exception {
        bench.start(ServerBench.LIMITS);
        RawClient client = bench.connect();
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, 1));
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, 2));
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, 3));
        Held first = bench.handler().nextHeld();
        Held third = bench.handler().nextHeld();

        third.release();
        first.release();

        for (int expected = 1; expected <= 3; expected++) assertThat(client.receive().getInt()).isEqualTo(expected);
    }

    @Test
    void whatIsAskedBehindAChangeBeginsAfterIt() throws Exception {
        bench.start(ServerBench.LIMITS);
        RawClient client = bench.connect();
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD_ALONE, 1));
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, 2));
        Held change = bench.handler().nextHeld();
        bench.awaitServed();
        boolean begunBefore = !bench.handler().holdsNothing();

        change.release();
        Held behind = bench.handler().nextHeld();

        assertThat(begunBefore).isFalse();
        assertThat(change.correlationId()).isEqualTo(1);
        assertThat(behind.correlationId()).isEqualTo(2);
        behind.release();
        assertThat(client.receive().getInt()).isEqualTo(1);
        assertThat(client.receive().getInt()).isEqualTo(2);
    }

    @Test
    void aFailureWithoutAnAnswerClosesBehindTheAnswersBeforeIt() throws Exception {
        bench.start(Transport.NIO, ServerBench.LIMITS);
        RawClient client = bench.connect();
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, 1));
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, 2));
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, 3));
        Held first = bench.handler().nextHeld();
        Held failing = bench.handler().nextHeld();
        Held behind = bench.handler().nextHeld();
        SlowRegion slow = new SlowRegion(1);
        first.answer().complete(allocator -> List.of(slow));

        failing.answer().complete(Answer.CLOSE);
        bench.awaitServed();
        slow.open();
        behind.release();

        assertThat(client.receive().getInt()).isEqualTo(1);
        assertThat(client.isClosedByServer()).isTrue();
        ServerBench.await(() -> bench.server().statistics().requestBytes() == 0);
    }

    @Test
    void noMoreRequestsAreReadThanMayBeUnderWay() throws Exception {
        bench.start(ServerBench.LIMITS);
        RawClient client = bench.connect();
        int limit = ServerBench.LIMITS.maxRequestsPerConnection();
        for (int i = 0; i < 3 * limit; i++) client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, i));
        List<Held> begun = new ArrayList<>();
        for (int i = 0; i < limit; i++) begun.add(bench.handler().nextHeld());
        bench.awaitServed();
        boolean more = !bench.handler().holdsNothing();

        for (int i = 0; i < 3 * limit; i++) {
            if (i >= begun.size()) begun.add(bench.handler().nextHeld());
            begun.get(i).release();
            assertThat(client.receive().getInt()).isEqualTo(i);
        }

        assertThat(more).isFalse();
    }

    @Test
    void aLargeRequestWaitsForRoomWhileSmallOnesAreServed() throws Exception {
        bench.start(new WireLimits(1 << 20, 10, 4, 64 << 20, 1 << 20, ServerBench.PATIENT));
        RawClient first = bench.connect();
        RawClient second = bench.connect();
        first.sendFrame(ServerBench.large(ScriptedHandler.HELD, 1, 500_000));
        Held holding = bench.handler().nextHeld();
        second.sendFrame(ServerBench.large(ScriptedHandler.HELD, 2, 500_000));
        bench.awaitServed();
        boolean begunBefore = !bench.handler().holdsNothing();

        holding.release();
        Held waiting = bench.handler().nextHeld();

        assertThat(begunBefore).isFalse();
        waiting.release();
        assertThat(second.receive().getInt()).isEqualTo(2);
        ServerBench.await(() -> bench.server().statistics().requestBytes() == 0);
    }

    @Test
    void lengthsThatNoRequestHasCloseThatConnectionOnly() throws Exception {
        bench.start(ServerBench.LIMITS);
        RawClient bystander = bench.connect();

        for (int length : new int[] {-1, Integer.MIN_VALUE, 3, (1 << 20) + 1, Integer.MAX_VALUE}) {
            RawClient client = bench.connect();
            client.send((byte) (length >> 24), (byte) (length >> 16), (byte) (length >> 8), (byte) length);
            assertThat(client.isClosedByServer()).isTrue();
        }

        bystander.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, 5));
        assertThat(bystander.receive().getInt()).isEqualTo(5);
    }

    @Test
    void aRequestThatCannotBeReadClosesItsConnectionAndGivesItsMemoryBack() throws Exception {
        bench.start(ServerBench.LIMITS);
        RawClient client = bench.connect();

        client.sendFrame(ScriptedHandler.request(ScriptedHandler.BROKEN, 1));

        assertThat(client.isClosedByServer()).isTrue();
        ServerBench.await(() -> bench.server().statistics().connections() == 0);
        assertThat(bench.server().statistics().requestBytes()).isZero();
        assertThat(bench.server().statistics().buffers()).isZero();
    }

    @Test
    void moreConnectionsThanMayBeAreClosedUntilOneGoes() throws Exception {
        bench.start(ServerBench.LIMITS);
        List<RawClient> allowed = new ArrayList<>();
        for (int i = 0; i < ServerBench.LIMITS.maxConnections(); i++) {
            RawClient client = bench.connect();
            client.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, i));
            assertThat(client.receive().getInt()).isEqualTo(i);
            allowed.add(client);
        }

        for (int i = 0; i < 50; i++) assertThat(bench.connect().isClosedByServer()).isTrue();
        allowed.get(0).close();
        ServerBench.await(() -> bench.server().statistics().connections() < ServerBench.LIMITS.maxConnections());
        RawClient next = bench.connect();
        next.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, 99));

        assertThat(next.receive().getInt()).isEqualTo(99);
        assertThat(bench.server().statistics().connectionsRefused()).isEqualTo(50);
    }

    @Test
    void aCloseAnswersWhatIsUnderWayAndLeavesNoThread() throws Exception {
        bench.start(ServerBench.LIMITS);
        RawClient client = bench.connect();
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, 1));
        Held held = bench.handler().nextHeld();
        RawClient idle = bench.connect();
        InetSocketAddress address = bench.server().address();

        Thread closing = new Thread(() -> bench.server().close(ServerBench.WITHIN));
        closing.start();
        assertThat(idle.isClosedByServer()).isTrue();
        held.release();

        assertThat(client.receive().getInt()).isEqualTo(1);
        assertThat(client.isClosedByServer()).isTrue();
        closing.join(ServerBench.WITHIN.toMillis());
        assertThat(bench.threads().made()).isPositive();
        assertThat(bench.threads().alive()).isZero();
        assertThatThrownBy(() -> new RawClient(address)).isInstanceOf(IOException.class);
    }

    @Test
    void aStartAndACloseLeaveNoThreadBesideThoseThatWereAskedFor() throws Exception {
        bench.start(ServerBench.LIMITS);
        RawClient client = bench.connect();
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.ECHO, 1));
        assertThat(client.receive().getInt()).isEqualTo(1);

        boolean clean = bench.server().close(ServerBench.WITHIN);
        boolean again = bench.server().close(ServerBench.WITHIN);
        boolean ended = WireServer.awaitLastThread(ServerBench.WITHIN);

        assertThat(clean).isTrue();
        assertThat(again).isTrue();
        assertThat(ended).isTrue();
        assertThat(Thread.getAllStackTraces().keySet()).noneMatch(FastThreadLocalThread.class::isInstance)
            .extracting(Thread::getName).filteredOn(name -> name.toLowerCase(Locale.ROOT).contains("executor")
                || name.contains("netty")).isEmpty();
    }

    @Test
    void aCloseEndsInTimeEvenIfARequestIsNeverAnswered() throws Exception {
        bench.start(ServerBench.LIMITS);
        RawClient client = bench.connect();
        client.sendFrame(ScriptedHandler.request(ScriptedHandler.HELD, 1));
        Held held = bench.handler().nextHeld();

        boolean clean = bench.server().close(Duration.ofSeconds(2));
        held.release();

        assertThat(clean).isFalse();
        assertThat(client.isClosedByServer()).isTrue();
        assertThat(bench.threads().alive()).isZero();
        assertThat(bench.server().statistics().requestBytes()).isZero();
    }

    @Test
    void aPortThatIsTakenIsNamedAndLeavesNoThread() throws Exception {
        bench.start(ServerBench.LIMITS);
        InetSocketAddress taken = bench.server().address();
        NamedThreads others = new NamedThreads();

        assertThatThrownBy(() -> WireServer.start(taken, 1, others, ServerBench.LIMITS,
            bound -> bench.handler()))
            .isInstanceOf(ListenerException.class).hasMessageContaining(Integer.toString(taken.getPort()))
            .hasMessageContaining("another");
        ServerBench.await(() -> others.alive() == 0);
    }

    @Test
    void aHandlerThatCannotBeMadeLeavesNoThreadAndNoPort() throws Exception {
        bench.start(ServerBench.LIMITS);
        NamedThreads others = new NamedThreads();
        AtomicReference<InetSocketAddress> tried = new AtomicReference<>();
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

        assertThatThrownBy(() -> WireServer.start(anyPort, 1, others, ServerBench.LIMITS, bound -> {
            tried.set(bound);
            throw new IllegalStateException("no handler");
        })).hasMessage("no handler");

        ServerBench.await(() -> others.alive() == 0);
        assertThatThrownBy(() -> new RawClient(tried.get())).isInstanceOf(ConnectException.class);
    }
}
