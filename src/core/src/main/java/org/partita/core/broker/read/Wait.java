package org.partita.core.broker.read;

import java.util.concurrent.CompletionStage;

/** A reader that waits for more, without a thread. */
public interface Wait {
    /** Completes once, and never fails: there is more, one of the partitions is not served any more, or time is up. */
    CompletionStage<Void> over();

    /** Nobody waits any more: it is over now. Idempotent. */
    void end();
}
