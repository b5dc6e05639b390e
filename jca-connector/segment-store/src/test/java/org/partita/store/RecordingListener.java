package org.partita.store;

import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import java.util.ArrayList;
import java.util.List;

/** Remembers every event. */
final class RecordingListener implements ConnectionEventListener {
    private final List<ConnectionEvent> seen = new ArrayList<>();

    List<ConnectionEvent> seen() {
        return seen;
    }

    @Override
    public void connectionClosed(ConnectionEvent event) {
        seen.add(event);
    }

    @Override
    public void localTransactionStarted(ConnectionEvent event) {
        seen.add(event);
    }

    @Override
    public void localTransactionCommitted(ConnectionEvent event) {
        seen.add(event);
    }

    @Override
    public void localTransactionRolledback(ConnectionEvent event) {
        seen.add(event);
    }

    @Override
    public void connectionErrorOccurred(ConnectionEvent event) {
        seen.add(event);
    }
}
