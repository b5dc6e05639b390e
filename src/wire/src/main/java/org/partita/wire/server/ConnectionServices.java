package org.partita.wire.server;

import java.util.Optional;

import org.partita.core.execution.Budget;

/**
 * What the connections of a listener share.
 *
 * @param unsent bytes of answers that clients have not taken
 */
record ConnectionServices(Connections connections, RequestHandler handler, RequestMemory memory, Budget unsent,
                          WireLimits limits) {
    /**
     * Whether there is room for one more answer, at the cost of those who do not take theirs.
     *
     * @param retry comes if that takes a moment, because it is up to another event loop
     */
    boolean makeRoom(Connection asking, Runnable retry) {
        while (unsent.used() >= unsent.limit()) {
            Optional<Connection> deaf = connections.givenUp(asking).or(() -> connections.longestUnsent(asking));
            if (deaf.isEmpty()) return true;
            if (!deaf.get().evict(retry)) return false;
        }
        return true;
    }
}
