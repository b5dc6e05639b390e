package org.partita.store;

import static java.util.Objects.requireNonNull;

import jakarta.resource.Referenceable;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import java.io.Serializable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import javax.naming.Reference;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.storage.DiskFullException;
import org.partita.storage.SegmentStore;
import org.partita.storage.SegmentStoreFactory;
import org.partita.storage.StorageException;

/** What the broker looks up: the store as the container gives it out. */
final class StoreConnectionFactory implements SegmentStoreFactory, Serializable, Referenceable {
    private static final long serialVersionUID = 1L;

    private final StoreManagedConnectionFactory factory;
    private final ConnectionManager manager;
    private Reference reference;

    StoreConnectionFactory(StoreManagedConnectionFactory factory, ConnectionManager manager) {
        this.factory = requireNonNull(factory, "factory");
        this.manager = requireNonNull(manager, "manager");
    }

    @Override
    public int directories() {
        try {
            return factory.requireAdapter().directories();
        } catch (IllegalStateException e) {
            throw new StorageException(e.getMessage(), e);
        } catch (ResourceException e) {
            throw translated(e);
        }
    }

    @Override
    public SegmentStore getConnection(int directory) {
        try {
            return (SegmentStore) manager.allocateConnection(factory, new DirectoryChoice(directory));
        } catch (ResourceException e) {
            throw translated(e);
        }
    }

    /** The container wraps messages; the line that the directory wrote for the operator is the one that counts. */
    private static StorageException translated(ResourceException failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (cause instanceof DirectoryUnavailableException) {
                return new DirectoryUnavailableException(cause.getMessage(), failure);
            }
            if (cause instanceof DiskFullException) return new DiskFullException(cause.getMessage(), failure);
            if (cause instanceof StorageException) return new StorageException(cause.getMessage(), failure);
        }
        return new StorageException("the segment store gives no connection: " + failure.getMessage(), failure);
    }

    @Override
    public void setReference(Reference reference) {
        this.reference = reference;
    }

    @Override
    public Reference getReference() {
        return reference;
    }
}
