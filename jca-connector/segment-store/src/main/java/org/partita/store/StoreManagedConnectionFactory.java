package org.partita.store;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionDefinition;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.ResourceAllocationException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Set;
import javax.security.auth.Subject;
import org.partita.storage.SegmentStore;
import org.partita.storage.SegmentStoreFactory;
import org.partita.storage.StorageException;

/** Connections to the data directories of one {@link StoreResourceAdapter}; that is all of its configuration. */
@ConnectionDefinition(
    connectionFactory = SegmentStoreFactory.class, connectionFactoryImpl = StoreConnectionFactory.class,
    connection = SegmentStore.class, connectionImpl = StoreConnection.class)
public final class StoreManagedConnectionFactory implements ManagedConnectionFactory, ResourceAdapterAssociation {
    private static final long serialVersionUID = 1L;

    private transient StoreResourceAdapter resourceAdapter;
    private transient PrintWriter logWriter;

    @Override
    public ResourceAdapter getResourceAdapter() {
        return resourceAdapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter adapter) throws ResourceException {
        if (!(adapter instanceof StoreResourceAdapter storeAdapter)) {
            throw new ResourceAdapterInternalException("resource adapter " + adapter + " is not a segment store");
        }
        if (resourceAdapter != null && resourceAdapter != storeAdapter) {
            throw new ResourceAdapterInternalException("this factory has its resource adapter already");
        }
        resourceAdapter = storeAdapter;
    }

    @Override
    public Object createConnectionFactory(ConnectionManager manager) {
        return new StoreConnectionFactory(this, manager);
    }

    @Override
    public Object createConnectionFactory() {
        return new StoreConnectionFactory(this, new DirectConnectionManager());
    }

    @Override
    public ManagedConnection createManagedConnection(Subject subject, ConnectionRequestInfo info)
        throws ResourceException {
        DirectoryChoice choice = DirectoryChoice.of(info);
        try {
            return new StoreManagedConnection(this, choice, requireAdapter().directory(choice.index()));
        } catch (StorageException | IllegalArgumentException | IllegalStateException e) {
            throw new ResourceAllocationException(e.getMessage(), e);
        }
    }

    StoreResourceAdapter requireAdapter() throws ResourceException {
        if (resourceAdapter != null) return resourceAdapter;
        throw new ResourceAdapterInternalException("this factory has no resource adapter");
    }

    @Override
    @SuppressWarnings("rawtypes")
    public ManagedConnection matchManagedConnections(Set candidates, Subject subject, ConnectionRequestInfo info)
        throws ResourceException {
        DirectoryChoice choice = DirectoryChoice.of(info);
        for (Object candidate : candidates) {
            if (candidate instanceof StoreManagedConnection connection && connection.isOf(this, choice)) {
                return connection;
            }
        }
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter writer) {
        logWriter = writer;
    }

    @Override
    public PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoreManagedConnectionFactory factory
            && Objects.equals(resourceAdapter, factory.resourceAdapter);
    }

    @Override
    public int hashCode() {
        return Objects.hash(StoreManagedConnectionFactory.class, resourceAdapter);
    }
}
