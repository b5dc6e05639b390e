package org.partita.store;

import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.IllegalStateException;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionMetaData;
import jakarta.resource.spi.ResourceAdapterInternalException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;
import org.partita.store.directory.DataDirectory;

/** A place in the container's pool for one data directory, which belongs to the adapter: it outlives this. */
final class StoreManagedConnection implements ManagedConnection {
    private final StoreManagedConnectionFactory factory;
    private final DirectoryChoice choice;
    private final DataDirectory directory;
    private final Set<StoreConnection> handles = ConcurrentHashMap.newKeySet();
    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean destroyed;
    private volatile PrintWriter logWriter;

    StoreManagedConnection(StoreManagedConnectionFactory factory, DirectoryChoice choice, DataDirectory directory) {
        this.factory = factory;
        this.choice = choice;
        this.directory = directory;
    }

    boolean isOf(StoreManagedConnectionFactory candidate, DirectoryChoice asked) {
        return !destroyed && directory.isOpen() && factory.equals(candidate) && choice.equals(asked);
    }

    @Override
    public Object getConnection(Subject subject, ConnectionRequestInfo info) throws ResourceException {
        requireUsable();
        DirectoryChoice asked = DirectoryChoice.of(info);
        if (!asked.equals(choice)) {
            throw new ResourceAdapterInternalException("this is a connection to data directory " + choice.index()
                + ", one to " + asked.index() + " was asked for");
        }
        try {
            StoreConnection handle = new StoreConnection(this, directory.connect());
            handles.add(handle);
            return handle;
        } catch (java.lang.IllegalStateException e) {
            ConnectionEvent event = new ConnectionEvent(this, ConnectionEvent.CONNECTION_ERROR_OCCURRED, e);
            listeners.forEach(listener -> listener.connectionErrorOccurred(event));
            throw new ResourceAdapterInternalException(e.getMessage(), e);
        }
    }

    @Override
    public void associateConnection(Object connection) throws ResourceException {
        requireUsable();
        if (!(connection instanceof StoreConnection handle)) {
            throw new ResourceAdapterInternalException(connection + " is not a handle on a segment store");
        }
        if (handle.directory() != directory) {
            throw new ResourceAdapterInternalException("the handle is on another data directory");
        }
        handles.add(handle);
        handle.moveTo(this);
    }

    @Override
    public void cleanup() {
        for (StoreConnection handle : handles) {
            if (handles.remove(handle)) handle.invalidate();
        }
    }

    /**
     * Gives no more handles; those that were given work until they are closed or the adapter stops.
     *
     * <p>A stopping server destroys its pools before it calls {@code @PreDestroy} of the application, which still has
     * to flush and to write the clean mark.
     */
    @Override
    public void destroy() {
        destroyed = true;
    }

    DataDirectory directory() {
        return directory;
    }

    void left(StoreConnection handle) {
        handles.remove(handle);
    }

    void closed(StoreConnection handle) {
        if (!handles.remove(handle) || destroyed) return;
        ConnectionEvent event = new ConnectionEvent(this, ConnectionEvent.CONNECTION_CLOSED);
        event.setConnectionHandle(handle);
        listeners.forEach(listener -> listener.connectionClosed(event));
    }

    private void requireUsable() throws ResourceException {
        if (destroyed) throw new IllegalStateException("this managed connection is destroyed");
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        listeners.remove(listener);
    }

    @Override
    public XAResource getXAResource() throws ResourceException {
        throw new NotSupportedException("the segment store takes part in no transaction");
    }

    @Override
    public LocalTransaction getLocalTransaction() throws ResourceException {
        throw new NotSupportedException("the segment store takes part in no transaction");
    }

    @Override
    public ManagedConnectionMetaData getMetaData() throws ResourceException {
        requireUsable();
        return new StoreMetaData();
    }

    @Override
    public void setLogWriter(PrintWriter writer) {
        logWriter = writer;
    }

    @Override
    public PrintWriter getLogWriter() {
        return logWriter;
    }
}
