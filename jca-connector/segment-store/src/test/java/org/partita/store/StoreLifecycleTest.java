package org.partita.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;
import org.partita.storage.SegmentStoreFactory;
import org.partita.storage.StorageException;
import org.partita.storage.testing.SegmentStoreContract;
import org.partita.store.directory.DataDirectory;

/** Opening, failing, stopping, as the broker sees them through its connection factory; and the contract of the port. */
final class StoreLifecycleTest extends SegmentStoreContract {
    @TempDir
    private Path root;

    private final StoreResourceAdapter adapter = new StoreResourceAdapter(name -> Optional.empty());

    @Override
    protected SegmentStore open() {
        try {
            return ((SegmentStoreFactory) startedFactory().createConnectionFactory()).getConnection(0);
        } catch (ResourceException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void stopAdapter() {
        adapter.stop();
    }

    @Test
    void startDoesNotTouchTheDirectory() throws ResourceException {
        startedFactory();

        assertThat(root).isEmptyDirectory();
    }

    @Test
    void stopUnlocksTheDirectoryAndEndsHandlesAndFiles() throws ResourceException {
        SegmentStore store = open();
        SegmentFile file = store.partition(PARTITION).createSegment(0);

        adapter.stop();
        adapter.stop();

        assertThatThrownBy(() -> file.append(bytes("x"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(store::partitions).isInstanceOf(IllegalStateException.class);
        DataDirectory.open(root, 7).close();
    }

    @Test
    void stoppedAdapterGivesNoConnectionUntilItIsStartedAgain() throws ResourceException {
        StoreManagedConnectionFactory factory = startedFactory();
        SegmentStoreFactory stores = (SegmentStoreFactory) factory.createConnectionFactory();
        adapter.stop();

        assertThatThrownBy(() -> stores.getConnection(0)).isInstanceOf(StorageException.class)
            .hasMessageContaining("stopped");
        adapter.start(null);
        stores.getConnection(0).close();
    }

    @Test
    void connectionOfBeforeAStopReportsAnError() throws ResourceException {
        ManagedConnection connection = startedFactory().createManagedConnection(null, null);
        RecordingListener events = new RecordingListener();
        connection.addConnectionEventListener(events);
        adapter.stop();

        assertThatThrownBy(() -> connection.getConnection(null, null)).isInstanceOf(ResourceException.class);
        assertThat(events.seen()).extracting(ConnectionEvent::getId)
            .containsExactly(ConnectionEvent.CONNECTION_ERROR_OCCURRED);
    }

    @Test
    void lockedDirectoryIsTheCauseEachTimeAndNothingStaysLocked() throws ResourceException {
        SegmentStoreFactory stores = (SegmentStoreFactory) startedFactory().createConnectionFactory();
        DataDirectory other = DataDirectory.open(root, 7);

        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> stores.getConnection(0)).isInstanceOf(DirectoryUnavailableException.class)
                .hasMessageContaining("locked by another broker").hasMessageNotContaining("\n");
        }
        other.close();
        stores.getConnection(0).close();
    }

    @Test
    void lineForTheOperatorSurvivesTheWrappingOfTheContainer() throws ResourceException {
        ConnectionManager container = new CountingConnectionManager() {
            private static final long serialVersionUID = 1L;

            @Override
            public Object allocateConnection(ManagedConnectionFactory factory, ConnectionRequestInfo info)
                throws ResourceException {
                try {
                    return super.allocateConnection(factory, info);
                } catch (ResourceException e) {
                    throw new ResourceException("error in allocating a connection", new RuntimeException("pool", e));
                }
            }
        };
        SegmentStoreFactory stores = (SegmentStoreFactory) startedFactory().createConnectionFactory(container);

        try (DataDirectory other = DataDirectory.open(root, 9)) {
            assertThat(other.isOpen()).isTrue();
            assertThatThrownBy(() -> stores.getConnection(0)).isInstanceOf(DirectoryUnavailableException.class)
                .hasMessageStartingWith("data directory ").hasMessageContaining("locked by another broker");
        }
        assertThatThrownBy(() -> stores.getConnection(0)).isInstanceOf(DirectoryUnavailableException.class)
            .hasMessageContaining("belongs to broker 9, this is broker 7");
    }

    @Test
    void settingsOfTheAdministratorWinOverConfiguration() {
        Map<String, String> configuration = Map.of("partita.data", " conf ", "partita.broker.id", "3");

        assertThat(StoreSettings.of(Optional.empty(), Optional.empty(), name -> Optional.empty()))
            .isEqualTo(new StoreSettings("data", "1"));
        assertThat(StoreSettings.of(Optional.of(" "), Optional.empty(), name -> Optional.of(configuration.get(name))))
            .isEqualTo(new StoreSettings("conf", "3"));
        assertThat(StoreSettings.of(Optional.of("a"), Optional.of(5), name -> Optional.of(configuration.get(name))))
            .isEqualTo(new StoreSettings("a", "5"));
    }

    @Test
    void settingThatIsNoNumberIsNamedWithWhatWasFound() throws ResourceException {
        StoreResourceAdapter misconfigured =
            new StoreResourceAdapter(name -> Optional.of(name.endsWith("id") ? "one" : root.toString()));
        misconfigured.start(null);
        StoreManagedConnectionFactory factory = new StoreManagedConnectionFactory();
        factory.setResourceAdapter(misconfigured);
        SegmentStoreFactory stores = (SegmentStoreFactory) factory.createConnectionFactory();

        assertThatThrownBy(() -> stores.getConnection(0))
            .isInstanceOf(DirectoryUnavailableException.class)
            .hasMessage("partita.broker.id is 'one', a number from 0 to 2147483647 was expected");
    }

    @Test
    void oneConnectionServesAMillionAppends() throws Exception {
        CountingConnectionManager manager = new CountingConnectionManager();
        SegmentStoreFactory stores = (SegmentStoreFactory) startedFactory().createConnectionFactory(manager);
        SegmentStore store = stores.getConnection(0);
        SegmentFile file = store.partition(new PartitionId(new UUID(1, 2), 0)).createSegment(0);
        ByteBuffer record = UTF_8.encode("record 42 ");

        for (int i = 0; i < 1_000_000; i++) file.append(record);
        file.force();

        assertThat(manager.allocations()).isEqualTo(1);
        assertThat(store.statistics().connections()).isEqualTo(1);
        assertThat(store.statistics().appends()).isEqualTo(1_000_000);
        assertThat(store.statistics().appendedBytes()).isEqualTo(10_000_000);
        assertThat(store.statistics().forceNanos()).isPositive();
        Path path = root.resolve("00000000-0000-0001-0000-000000000002/0/00000000000000000000.log");
        assertThat(Files.size(path)).isEqualTo(10_000_000);
    }

    private StoreManagedConnectionFactory startedFactory() throws ResourceException {
        adapter.setDataDirectory(root.toString());
        adapter.setBrokerId(7);
        adapter.start(null);
        StoreManagedConnectionFactory factory = new StoreManagedConnectionFactory();
        factory.setResourceAdapter(adapter);
        return factory;
    }

    /** A container that counts how often it is asked. */
    private static class CountingConnectionManager implements ConnectionManager {
        private static final long serialVersionUID = 1L;
        private final AtomicInteger allocations = new AtomicInteger();

        int allocations() {
            return allocations.get();
        }

        @Override
        public Object allocateConnection(ManagedConnectionFactory factory, ConnectionRequestInfo info)
            throws ResourceException {
            allocations.incrementAndGet();
            return factory.createManagedConnection(null, info).getConnection(null, info);
        }
    }
}
