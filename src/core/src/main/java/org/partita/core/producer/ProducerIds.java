package org.partita.core.producer;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import org.partita.core.execution.Completions;
import org.partita.core.execution.Failures;
import org.partita.core.execution.Loop;
import org.partita.storage.BrokerException;

/**
 * Gives ids and epochs to producers without a transactional id. Thread-safe.
 *
 * <p>Ids are taken from blocks, and only from one whose reservation has succeeded: what remains of a block at a stop,
 * and every block whose reservation failed or was in doubt, is lost. So no id is given twice, whatever happens.
 */
public final class ProducerIds {
    /** One durable write for so many producers, as with Kafka. */
    public static final int BLOCK_SIZE = 1_000;
    /** Requests that wait for a block. */
    static final int MAX_WAITING = 1_000;

    private final ProducerIdBlocks blocks;
    private final Loop loop;
    private final Completions completions;
    private final Queue<Request> waiting = new ArrayDeque<>();
    private long nextId;
    private long endId;
    private boolean reserving;

    /** @param loop for these ids alone or with others; answers are completed where {@code completions} does */
    public ProducerIds(ProducerIdBlocks blocks, Loop loop, Completions completions) {
        this.blocks = requireNonNull(blocks, "blocks");
        this.loop = requireNonNull(loop, "loop");
        this.completions = requireNonNull(completions, "completions");
    }

    private record Request(Supplier<ProducerIdentity> grant, CompletableFuture<ProducerIdentity> answer) {
    }

    /**
     * A new id, in epoch 0.
     *
     * @return fails with {@link ProducerIdsUnavailableException}
     */
    public CompletionStage<ProducerIdentity> create() {
        return request(this::newId);
    }

    /**
     * For a producer that goes on after an error (KIP-360): the same id in the next epoch; a new id if there is no next
     * epoch, or if it has an id that is still to be given. The answer to the same request is the same, as long as it is
     * the same id.
     *
     * @return fails with {@link ProducerIdsUnavailableException}
     */
    public CompletionStage<ProducerIdentity> bump(ProducerIdentity current) {
        requireNonNull(current, "current");
        return request(() -> current.id() < nextId && !current.exhausted() ? current.inNextEpoch() : newId());
    }

    private CompletionStage<ProducerIdentity> request(Supplier<ProducerIdentity> grant) {
        CompletableFuture<ProducerIdentity> answer = new CompletableFuture<>();
        try {
            loop.request(() -> accept(new Request(grant, answer)));
        } catch (RejectedExecutionException full) {
            return CompletableFuture.failedFuture(ProducerIdsUnavailableException.busy(MAX_WAITING));
        }
        return answer;
    }

    private void accept(Request request) {
        if (waiting.size() == MAX_WAITING) {
            completions.fail(request.answer(), ProducerIdsUnavailableException.busy(MAX_WAITING));
            return;
        }
        waiting.add(request);
        serve();
    }

    private void serve() {
        while (!waiting.isEmpty() && nextId < endId) {
            Request request = waiting.remove();
            completions.complete(request.answer(), request.grant().get());
        }
        if (!waiting.isEmpty() && !reserving) reserve();
    }

    private ProducerIdentity newId() {
        return new ProducerIdentity(nextId++, (short) 0);
    }

    private void reserve() {
        reserving = true;
        CompletionStage<Long> block;
        try {
            block = requireNonNull(blocks.reserveBlock(BLOCK_SIZE), "block").thenApply(Objects::requireNonNull);
        } catch (RuntimeException failure) {
            block = CompletableFuture.failedFuture(failure);
        }
        block.whenComplete((firstId, failure) -> loop.event(() -> reserved(firstId, failure)));
    }

    private void reserved(Long firstId, Throwable failure) {
        reserving = false;
        if (failure != null) {
            failAll(ProducerIdsUnavailableException.notReserved(Failures.bare(failure)));
        } else if (firstId < endId || firstId > Long.MAX_VALUE - BLOCK_SIZE) {
            failAll(ProducerIdsUnavailableException.notReserved(new IllegalStateException("a block of " + BLOCK_SIZE
                + " ids from " + firstId + " on was given, and ids below " + endId + " were given before")));
        } else {
            nextId = firstId;
            endId = firstId + BLOCK_SIZE;
            serve();
        }
    }

    private void failAll(BrokerException cause) {
        while (!waiting.isEmpty()) completions.fail(waiting.remove().answer(), cause);
    }
}
