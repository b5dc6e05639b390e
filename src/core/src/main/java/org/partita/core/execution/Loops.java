package org.partita.core.execution;

import java.util.concurrent.Executor;

/** Gives out loops: executors that run their tasks one after the other, each seeing what the last one wrote. */
@FunctionalInterface
public interface Loops {
    /**
     * A new loop. It needs no closing: one that nobody refers to holds nothing.
     *
     * @param name for people: the topic-partition or data directory it serves, or {@code metadata}
     */
    Executor open(String name);
}
