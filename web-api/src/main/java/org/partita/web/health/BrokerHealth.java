package org.partita.web.health;

import static java.util.Objects.requireNonNull;

import java.util.List;

import org.partita.broker.BrokerState;
import org.partita.core.broker.DirectoryStatus;

/**
 * A state of the broker as health checks show it.
 *
 * @param state starting, ready, failed or stopped
 * @param cause why it failed, else empty
 * @param directories data directories in use, in their order; none unless it is ready
 */
record BrokerHealth(String state, String cause, List<DirectoryStatus> directories) {
    private static final String READY = "ready";

    BrokerHealth {
        requireNonNull(state, "state");
        requireNonNull(cause, "cause");
        directories = List.copyOf(directories);
    }

    static BrokerHealth of(BrokerState state) {
        if (state instanceof BrokerState.Ready ready) {
            return new BrokerHealth(READY, "", ready.broker().directories());
        }
        if (state instanceof BrokerState.Starting) return new BrokerHealth("starting", "", List.of());
        if (state instanceof BrokerState.Failed failed) return new BrokerHealth("failed", failed.cause(), List.of());
        return new BrokerHealth("stopped", "", List.of());
    }

    /**
     * Whether requests are better sent here than nowhere. The loss of one directory of several takes its partitions
     * away and no others, and no other broker would serve them either.
     */
    boolean ready() {
        return state.equals(READY) && writable() > 0;
    }

    long writable() {
        return directories.stream().filter(DirectoryStatus::writable).count();
    }

    /** Numbers with commas between them. */
    String notWritable() {
        return String.join(",", directories.stream().filter(each -> !each.writable())
            .map(each -> Integer.toString(each.number())).toList());
    }

    /** A broker that failed to start does not come back by itself: only a new process helps. */
    boolean alive() {
        return !state.equals("failed");
    }
}
