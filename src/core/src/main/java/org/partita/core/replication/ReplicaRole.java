package org.partita.core.replication;

import java.util.concurrent.CompletableFuture;

import org.partita.storage.BrokerException;

/** What a replica is at the moment. Used on its loop only. */
sealed interface ReplicaRole permits LeaderRole, RefusingRole {
    void append(PendingAppend append);

    /** Answers when the high watermark has passed {@code seenWatermark} and the offset, or at the deadline. */
    void await(PendingFetch fetch, long seenWatermark);

    /** Lets the log do what its age and size ask for. @param nowMillis by the clock on the wall */
    void maintain(long nowMillis);

    /**
     * Does as told from now on; {@code inForce} completes when all that counts as stored is so by the new rule,
     * exceptionally if nothing is served or as many wait for that as may.
     */
    void configure(ReplicaSettings.Tuning tuning, CompletableFuture<Void> inForce);

    /**
     * Lets the log start here; {@code durable} completes when everything below is on disk and may be noted as gone,
     * exceptionally if nothing is served, as many wait for that as may, or the offset is below 0 or above the high
     * watermark: then nothing is deleted.
     */
    void deleteBefore(long offset, CompletableFuture<Void> durable);

    /** Flushes and closes the log; then answers whether all of it is on disk. */
    void stop(CompletableFuture<Boolean> flushed);

    /** Closes the log; from now on every request fails with {@code reason}. */
    void remove(BrokerException reason, CompletableFuture<Void> closed);

    /** Gives up after a failure nobody expected. */
    void fail(RuntimeException unexpected);
}
