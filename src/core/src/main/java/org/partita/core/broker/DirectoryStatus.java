package org.partita.core.broker;

/**
 * Whether a data directory does what it is there for.
 *
 * @param number its place in the order they were given in, from 1: clients see this and no path
 * @param writable false if the last thing written to it did not get there, or keeps its writer waiting
 */
public record DirectoryStatus(int number, boolean writable) {
    public DirectoryStatus {
        if (number < 1) throw new IllegalArgumentException("number " + number + " < 1");
    }
}
