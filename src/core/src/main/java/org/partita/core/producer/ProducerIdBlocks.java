package org.partita.core.producer;

import java.util.concurrent.CompletionStage;

/** Where blocks of producer ids come from. Asked for one block at a time, on the loop of the ids. */
@FunctionalInterface
public interface ProducerIdBlocks {
    /**
     * Takes the next {@code size} ids for good, for this broker alone.
     *
     * <p>Completes when that is durable, on any thread and within a bounded time, with the first of them: above all that
     * were taken before, also by earlier starts. If it fails, or it is not known whether it did, the ids may be lost,
     * but later ones are above them or above all that were given: no id is in two blocks that were given.
     */
    CompletionStage<Long> reserveBlock(int size);
}
