package org.partita.core.producer;

import java.util.concurrent.CompletionStage;

/** Where blocks of producer ids come from. Asked for one block at a time, on the loop of the ids. */
@FunctionalInterface
public interface ProducerIdBlocks {
    /**
     * Takes the next {@code size} ids for good, for this broker alone.
     *
     * <p>Completes when that is durable, on any thread and within a bounded time, with the first of them, which is
     * behind every block that was ever given, also in earlier starts. Fails if it is not certain to be durable; nobody
     * uses the ids of a call that failed, so they may be lost, or given by a later one.
     */
    CompletionStage<Long> reserveBlock(int size);
}
