package org.partita.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ManagedConnection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.naming.Reference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;

final class StoreAdapterTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(1, 2), 0);

    @TempDir
    private Path root;

    private StoreResourceAdapter adapter;
    private StoreManagedConnectionFactory factory;
    private final RecordingListener events = new RecordingListener();

    @BeforeEach
    void startAdapter() throws ResourceException {
        adapter = adapter(root);
        adapter.start(null);
        factory = new StoreManagedConnectionFactory();
        factory.setResourceAdapter(adapter);
    }

    @AfterEach
    void stopAdapter() {
        adapter.stop();
    }

    @Test
    void closedHandleReportsOneEventAndIsRefused() throws ResourceException {
        ManagedConnection connection = managedConnection();
        SegmentStore handle = (SegmentStore) connection.getConnection(null, null);

        handle.close();
        handle.close();

        assertThat(events.seen()).extracting(ConnectionEvent::getId).containsExactly(ConnectionEvent.CONNECTION_CLOSED);
        assertThat(events.seen().get(0).getConnectionHandle()).isSameAs(handle);
        assertThatThrownBy(handle::partitions).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void cleanupEndsHandlesWithoutAnEventAndCanBeRepeated() throws ResourceException {
        ManagedConnection connection = managedConnection();
        SegmentStore handle = (SegmentStore) connection.getConnection(null, null);
        SegmentFile file = handle.partition(PARTITION).createSegment(0);

        connection.cleanup();
        connection.cleanup();
        handle.close();

        assertThat(events.seen()).isEmpty();
        assertThatThrownBy(handle::identity).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> file.append(ByteBuffer.allocate(1))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void cleanedConnectionGivesNewHandles() throws ResourceException {
        ManagedConnection connection = managedConnection();
        connection.getConnection(null, null);
        connection.cleanup();

        SegmentStore next = (SegmentStore) connection.getConnection(null, null);

        assertThat(next.identity().brokerId()).isEqualTo(7);
    }

    @Test
    void destroyedConnectionGivesNoHandlesAndLeavesTheDirectoryOpen() throws ResourceException {
        ManagedConnection first = managedConnection();
        ManagedConnection second = managedConnection();
        SegmentStore handle = (SegmentStore) second.getConnection(null, null);

        first.destroy();
        first.destroy();

        assertThatThrownBy(() -> first.getConnection(null, null)).isInstanceOf(ResourceException.class);
        assertThat(handle.partitions()).isEmpty();
    }

    @Test
    void handleOutlivesItsDestroyedConnectionUntilTheAdapterStops() throws ResourceException {
        ManagedConnection connection = managedConnection();
        SegmentStore flushing = (SegmentStore) connection.getConnection(null, null);
        SegmentStore forgotten = (SegmentStore) connection.getConnection(null, null);

        connection.destroy();
        flushing.writeCleanMark();
        flushing.close();
        adapter.stop();

        assertThat(events.seen()).isEmpty();
        assertThatThrownBy(forgotten::partitions).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void associatedHandleMovesWithItsFilesAndReportsToItsNewConnection() throws ResourceException {
        ManagedConnection from = managedConnection();
        ManagedConnection to = factory.createManagedConnection(null, null);
        RecordingListener target = new RecordingListener();
        to.addConnectionEventListener(target);
        SegmentStore handle = (SegmentStore) from.getConnection(null, null);
        SegmentFile file = handle.partition(PARTITION).createSegment(0);

        to.associateConnection(handle);
        from.cleanup();
        file.append(UTF_8.encode("still open"));
        handle.close();

        assertThat(events.seen()).isEmpty();
        assertThat(target.seen()).extracting(ConnectionEvent::getId).containsExactly(ConnectionEvent.CONNECTION_CLOSED);
    }

    @Test
    void foreignHandleIsNotAssociated() throws ResourceException {
        ManagedConnection connection = managedConnection();

        assertThatThrownBy(() -> connection.associateConnection("x")).isInstanceOf(ResourceException.class);
    }

    @Test
    void removedListenerHearsNothing() throws ResourceException {
        ManagedConnection connection = managedConnection();
        connection.removeConnectionEventListener(events);

        ((SegmentStore) connection.getConnection(null, null)).close();

        assertThat(events.seen()).isEmpty();
    }

    @Test
    void connectionMatchesOnlyItsOwnFactory(@TempDir Path otherRoot) throws ResourceException {
        ManagedConnection connection = managedConnection();
        StoreManagedConnectionFactory other = new StoreManagedConnectionFactory();
        other.setResourceAdapter(adapter(otherRoot));

        assertThat(factory.matchManagedConnections(Set.of(connection), null, null)).isSameAs(connection);
        assertThat(other.matchManagedConnections(Set.of(connection), null, null)).isNull();
        assertThat(factory.matchManagedConnections(Set.of(), null, null)).isNull();
        assertThat(events.seen()).isEmpty();
    }

    @Test
    void destroyedConnectionMatchesNothing() throws ResourceException {
        ManagedConnection connection = managedConnection();
        connection.destroy();

        assertThat(factory.matchManagedConnections(Set.of(connection), null, null)).isNull();
    }

    @Test
    void factoriesAreEqualByConfiguration(@TempDir Path otherRoot) throws ResourceException {
        StoreManagedConnectionFactory same = new StoreManagedConnectionFactory();
        same.setResourceAdapter(adapter(root));
        StoreManagedConnectionFactory other = new StoreManagedConnectionFactory();
        other.setResourceAdapter(adapter(otherRoot));

        assertThat(factory).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(other);
        assertThat(new StoreManagedConnectionFactory()).isEqualTo(new StoreManagedConnectionFactory())
            .isNotEqualTo(factory);
    }

    @Test
    void factoryKeepsItsResourceAdapter() {
        assertThat(factory.getResourceAdapter()).isSameAs(adapter);
        assertThatThrownBy(() -> factory.setResourceAdapter(adapter(root))).isInstanceOf(ResourceException.class);
    }

    @Test
    void factoryWithoutResourceAdapterGivesNoConnection() {
        assertThatThrownBy(() -> new StoreManagedConnectionFactory().createManagedConnection(null, null))
            .isInstanceOf(ResourceException.class);
    }

    @Test
    void connectionFactoryCanBeSerializedAndReferenced() throws IOException, ClassNotFoundException {
        StoreConnectionFactory store = (StoreConnectionFactory) factory.createConnectionFactory();
        Reference reference = new Reference("org.partita.storage.SegmentStoreFactory");
        store.setReference(reference);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(store);
        }

        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(((StoreConnectionFactory) in.readObject()).getReference()).isEqualTo(reference);
        }
        assertThat(store.getReference()).isSameAs(reference);
    }

    @Test
    void transactionsAreNotOffered() throws ResourceException {
        ManagedConnection connection = managedConnection();

        assertThatThrownBy(connection::getXAResource).isInstanceOf(NotSupportedException.class);
        assertThatThrownBy(connection::getLocalTransaction).isInstanceOf(NotSupportedException.class);
        assertThat(adapter.getXAResources(null)).isEmpty();
        assertThat(connection.getMetaData().getEISProductName()).contains("Partita");
    }

    private ManagedConnection managedConnection() throws ResourceException {
        ManagedConnection connection = factory.createManagedConnection(null, null);
        connection.addConnectionEventListener(events);
        return connection;
    }

    private static StoreResourceAdapter adapter(Path root) {
        StoreResourceAdapter adapter = new StoreResourceAdapter(name -> Optional.empty());
        adapter.setDataDirectory(root.toString());
        adapter.setBrokerId(7);
        return adapter;
    }
}
