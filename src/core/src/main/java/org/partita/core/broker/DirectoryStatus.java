package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

/**
 * Whether a data directory does what it is there for.
 *
 * @param name what people call it
 * @param writable false if the last thing written to it did not get there, or keeps its writer waiting
 */
public record DirectoryStatus(String name, boolean writable) {
    public DirectoryStatus {
        requireNonNull(name, "name");
    }
}
