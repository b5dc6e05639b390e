package org.partita.store;

import jakarta.resource.NotSupportedException;
import jakarta.resource.spi.ConnectionRequestInfo;

/** Which of the data directories a connection is for, by its place in their order, from 0. */
record DirectoryChoice(int index) implements ConnectionRequestInfo {
    private static final DirectoryChoice FIRST = new DirectoryChoice(0);

    /** A container that fills its pool in advance asks for nothing in particular: it gets the first. */
    static DirectoryChoice of(ConnectionRequestInfo info) throws NotSupportedException {
        if (info == null) return FIRST;
        if (info instanceof DirectoryChoice choice) return choice;
        throw new NotSupportedException("a connection has no properties but its data directory, found " + info);
    }
}
