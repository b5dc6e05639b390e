package org.partita.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.Broker;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.record.Bytes;
import org.partita.settings.Endpoint;
import org.partita.settings.Listener;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.storage.SegmentStore;
import org.partita.storage.SegmentStoreFactory;
import org.partita.storage.testing.MemoryDisk;

class BrokerLifecycleTest {
    private static final Listener OFF = new Listener(InetAddress.getLoopbackAddress(), Listener.OFF, "");

    private final MemoryDisk disk = new MemoryDisk(new DirectoryIdentity("cluster", 1, new UUID(1, 1), 1));
    private final MemoryDisk second = new MemoryDisk(new DirectoryIdentity("cluster", 1, new UUID(1, 2), 1));
    private final AtomicInteger handles = new AtomicInteger();

    @Test
    void aStartedBrokerServesOnContainerThreadsAndKeepsItsMessagesOverAStop() throws Exception {
        BrokerLifecycle first = lifecycle(stores(this::counted));
        first.start();
        Broker broker = ready(first);
        broker.createTopic(new NewTopic("orders", 1, 1, Map.of())).toCompletableFuture().get(10, TimeUnit.SECONDS);

        PublishOutcome outcome = broker.publish(publish("hello")).toCompletableFuture()
            .get(10, TimeUnit.SECONDS).get(0);
        first.stop();
        BrokerLifecycle again = lifecycle(stores(this::counted));
        again.start();
        FetchResult read = fetch(ready(again));
        again.stop();

        assertThat(outcome).isInstanceOfSatisfying(PublishOutcome.Stored.class, stored -> {
            assertThat(stored.offset()).isZero();
            assertThat(stored.flushed()).isTrue();
        });
        assertThat(read.records()).extracting(record -> new String(record.value().toArray(), UTF_8))
            .containsExactly("hello");
        assertThat(again.state()).isEqualTo(new BrokerState.Stopped());
        assertThat(handles).hasValue(2);
    }

    @Test
    void aDirectoryThatCannotBeUsedIsTheOneLineOfCause() {
        BrokerLifecycle lifecycle = lifecycle(stores(() -> {
            throw new DirectoryUnavailableException("data directory is locked by another broker");
        }));

        lifecycle.start();

        assertThat(lifecycle.state()).isEqualTo(new BrokerState.Failed("data directory is locked by another broker"));
        lifecycle.stop();
        assertThat(lifecycle.state()).isEqualTo(new BrokerState.Stopped());
    }

    @Test
    void settingsThatMakeNoSenseAreTheOneLineOfCause() {
        BrokerLifecycle lifecycle = new BrokerLifecycle(
            new SettingsReader(name -> Optional.of("nonsense"))::read, () -> stores(this::counted),
            Thread::new, InstantSource.system());

        lifecycle.start();

        assertThat(lifecycle.state()).isInstanceOfSatisfying(BrokerState.Failed.class,
            failed -> assertThat(failed.cause()).contains("partita.").contains("'nonsense'"));
        assertThat(handles).hasValue(0);
    }

    @Test
    void aStopThatOvertakesTheStartLeavesNothingOpen() {
        BrokerLifecycle lifecycle = lifecycle(stores(this::counted));

        Thread starter = new Thread(lifecycle::start);
        starter.start();
        lifecycle.stop();

        assertThat(lifecycle.state()).isEqualTo(new BrokerState.Stopped());
        try (SegmentStore again = disk.open()) {
            assertThat(again.takeCleanMark()).isTrue();
        }
    }

    @Test
    void everyDataDirectoryIsServedAndGivenBack() throws Exception {
        BrokerLifecycle lifecycle = lifecycle(stores(this::counted, second::open));

        lifecycle.start();
        ready(lifecycle).createTopic(new NewTopic("orders", 2, NewTopic.DEFAULT, Map.of())).toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
        lifecycle.stop();

        for (MemoryDisk each : List.of(disk, second)) {
            try (SegmentStore again = each.open()) {
                assertThat(again.partitions()).hasSize(1);
                assertThat(again.takeCleanMark()).isTrue();
            }
        }
    }

    @Test
    void handlesOnOtherDirectoriesAreGivenBackIfOneIsRefused() {
        AtomicReference<SegmentStore> first = new AtomicReference<>();
        BrokerLifecycle lifecycle = lifecycle(stores(() -> {
            first.set(disk.open());
            return first.get();
        }, () -> {
            throw new DirectoryUnavailableException("data directory b is locked by another broker");
        }));

        lifecycle.start();

        assertThat(lifecycle.state()).isEqualTo(new BrokerState.Failed("data directory b is locked by another broker"));
        assertThatThrownBy(first.get()::partitions).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 20, 40, 50})
    void containerThatRefusesAThreadIsTheCauseAndNothingIsLeftOpen(int given) throws InterruptedException {
        List<Thread> made = new ArrayList<>();
        List<SegmentStore> opened = List.of(disk.open(), second.open());
        SegmentStoreFactory stores = stores(() -> opened.get(0), () -> opened.get(1));
        BrokerLifecycle lifecycle = lifecycle(stores, OFF, task -> {
            if (made.size() == given) throw new IllegalStateException("no more threads");
            made.add(new Thread(task));
            return made.get(made.size() - 1);
        });

        lifecycle.start();

        assertThat(lifecycle.state()).isInstanceOfSatisfying(BrokerState.Failed.class,
            failed -> assertThat(failed.cause()).contains("no more threads"));
        assertThat(made).hasSize(given);
        for (Thread each : made) each.join(10_000);
        assertThat(made).noneMatch(Thread::isAlive);
        assertThat(opened).allSatisfy(each ->
            assertThatThrownBy(each::partitions).isInstanceOf(IllegalStateException.class));
    }

    @Test
    void listenerIsThereWhenTheBrokerServesAndGoneWhenItHasStopped() throws Exception {
        List<Thread> made = new CopyOnWriteArrayList<>();
        BrokerLifecycle lifecycle = lifecycle(stores(this::counted), OFF.withPort(0), task -> {
            made.add(new Thread(task));
            return made.get(made.size() - 1);
        });

        lifecycle.start();
        Endpoint endpoint = endpoint(lifecycle);
        boolean listened = listens(endpoint);
        lifecycle.stop();

        assertThat(listened).isTrue();
        assertThat(listens(endpoint)).isFalse();
        assertThat(made).anyMatch(thread -> thread.getName().startsWith("partita-wire-"))
            .noneMatch(Thread::isAlive);
    }

    @Test
    void withoutAListenerThereIsNoEndpoint() {
        BrokerLifecycle lifecycle = lifecycle(stores(this::counted));

        lifecycle.start();
        Optional<String> endpoint = ((BrokerState.Ready) lifecycle.state()).wire().endpoint();
        lifecycle.stop();

        assertThat(endpoint).isEmpty();
    }

    @Test
    void portThatIsTakenIsTheOneLineOfCauseAndLeavesNothingOpen() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BrokerLifecycle lifecycle = lifecycle(stores(this::counted), OFF.withPort(taken.getLocalPort()),
                Thread::new);

            lifecycle.start();

            assertThat(lifecycle.state()).isInstanceOfSatisfying(BrokerState.Failed.class, failed ->
                assertThat(failed.cause()).contains("port " + taken.getLocalPort() + " for the Kafka protocol"));
        }
        try (SegmentStore again = disk.open()) {
            assertThat(again.takeCleanMark()).isTrue();
        }
    }

    private static boolean listens(Endpoint endpoint) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), 10_000);
            return true;
        } catch (ConnectException refused) {
            return false;
        }
    }

    @SafeVarargs
    private static SegmentStoreFactory stores(Supplier<SegmentStore>... directories) {
        return new SegmentStoreFactory() {
            @Override
            public int directories() {
                return directories.length;
            }

            @Override
            public SegmentStore getConnection(int directory) {
                return directories[directory].get();
            }
        };
    }

    private SegmentStore counted() {
        handles.incrementAndGet();
        return disk.open();
    }

    private static BrokerLifecycle lifecycle(SegmentStoreFactory stores) {
        return lifecycle(stores, OFF, Thread::new);
    }

    private static BrokerLifecycle lifecycle(SegmentStoreFactory stores, Listener wire, ThreadFactory threads) {
        return new BrokerLifecycle(() -> new BrokerSettings(1, "", "127.0.0.1:8080", wire, false), () -> stores,
            threads, InstantSource.system());
    }

    private static Endpoint endpoint(BrokerLifecycle lifecycle) {
        String told = ((BrokerState.Ready) lifecycle.state()).wire().endpoint().orElseThrow();
        int colon = told.lastIndexOf(':');
        return new Endpoint(told.substring(0, colon), Integer.parseInt(told.substring(colon + 1)));
    }

    private static Broker ready(BrokerLifecycle lifecycle) {
        assertThat(lifecycle.state()).isInstanceOf(BrokerState.Ready.class);
        return ((BrokerState.Ready) lifecycle.state()).broker();
    }

    private static PublishRequest publish(String text) {
        return new PublishRequest("orders", List.of(new OutboundMessage(Bytes.utf8("key"), Bytes.utf8(text), List.of(),
            OutboundMessage.ANY_PARTITION, OutboundMessage.NOW)), AckPolicy.QUORUM, 10_000);
    }

    private static FetchResult fetch(Broker broker) throws Exception {
        return broker.fetch(new FetchRequest("orders", 0, new FetchRequest.StartAt.Earliest(), 10, 1 << 20, 1, 5_000))
            .toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
