package org.partita.store;

import static java.lang.System.Logger.Level.WARNING;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;

/** Stands in for the container where there is none: each handle has its own managed connection, and no pool. */
final class DirectConnectionManager implements ConnectionManager {
    private static final long serialVersionUID = 1L;
    private static final System.Logger LOG = System.getLogger(DirectConnectionManager.class.getName());

    @Override
    public Object allocateConnection(ManagedConnectionFactory factory, ConnectionRequestInfo info)
        throws ResourceException {
        ManagedConnection connection = factory.createManagedConnection(null, info);
        connection.addConnectionEventListener(new DestroyAtEnd(connection));
        return connection.getConnection(null, info);
    }

    private record DestroyAtEnd(ManagedConnection connection) implements ConnectionEventListener {
        @Override
        public void connectionClosed(ConnectionEvent event) {
            destroy();
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            destroy();
        }

        private void destroy() {
            try {
                connection.destroy();
            } catch (ResourceException e) {
                LOG.log(WARNING, "a connection to the segment store was not destroyed", e);
            }
        }

        @Override
        public void localTransactionStarted(ConnectionEvent event) {
            throw unexpected();
        }

        @Override
        public void localTransactionCommitted(ConnectionEvent event) {
            throw unexpected();
        }

        @Override
        public void localTransactionRolledback(ConnectionEvent event) {
            throw unexpected();
        }

        private static IllegalStateException unexpected() {
            return new IllegalStateException("the segment store takes part in no transaction");
        }
    }
}
