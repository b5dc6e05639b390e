package org.partita.store;

import jakarta.resource.spi.ManagedConnectionMetaData;

/** What the container may show about a connection. */
final class StoreMetaData implements ManagedConnectionMetaData {
    private static final int UNLIMITED = 0;

    @Override
    public String getEISProductName() {
        return "Partita segment store";
    }

    @Override
    public String getEISProductVersion() {
        return "0.1";
    }

    @Override
    public int getMaxConnections() {
        return UNLIMITED;
    }

    /** There is no login. */
    @Override
    public String getUserName() {
        return "";
    }
}
