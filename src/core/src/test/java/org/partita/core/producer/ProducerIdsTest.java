package org.partita.core.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Loop;
import org.partita.core.execution.VirtualTime;
import org.partita.storage.StorageException;

class ProducerIdsTest {
    private static final int BLOCK = ProducerIds.BLOCK_SIZE;

    private final VirtualTime time = new VirtualTime();
    private final VirtualTime.Lane loop = time.lane();
    private final VirtualTime.Lane answers = time.lane();
    private final Queue<CompletableFuture<Long>> asked = new ArrayDeque<>();
    private final ProducerIds ids = ids(size -> {
        CompletableFuture<Long> block = new CompletableFuture<>();
        asked.add(block);
        return block;
    });

    private ProducerIds ids(ProducerIdBlocks blocks) {
        return new ProducerIds(blocks, new Loop(loop, time), new Completions(answers, time));
    }

    private void give(long firstId) {
        time.run();
        asked.remove().complete(firstId);
        time.run();
    }

    private ProducerIdentity get(CompletionStage<ProducerIdentity> answer) {
        time.run();
        return answer.toCompletableFuture().getNow(null);
    }

    private static ProducerIdentity identity(long id, int epoch) {
        return new ProducerIdentity(id, (short) epoch);
    }

    private void assertUnavailable(CompletionStage<ProducerIdentity> answer) {
        time.run();
        assertThatThrownBy(() -> answer.toCompletableFuture().getNow(null)).isInstanceOf(CompletionException.class)
            .cause().isInstanceOfSatisfying(ProducerIdsUnavailableException.class,
                cause -> assertThat(cause.retriable()).isTrue());
    }

    @Test
    void newProducersGetTheIdsOfABlockInEpochZero() {
        List<CompletionStage<ProducerIdentity>> answers = List.of(ids.create(), ids.create());
        assertThat(get(answers.get(0))).isNull();

        give(5_000);

        assertThat(get(answers.get(0))).isEqualTo(identity(5_000, 0));
        assertThat(get(answers.get(1))).isEqualTo(identity(5_001, 0));
        assertThat(get(ids.create())).isEqualTo(identity(5_002, 0));
    }

    @Test
    void nextBlockIsAskedForWhenOneIsUsedUp() {
        CompletionStage<ProducerIdentity> first = ids.create();
        give(0);
        assertThat(get(first)).isEqualTo(identity(0, 0));
        for (int i = 1; i < BLOCK; i++) assertThat(get(ids.create())).isEqualTo(identity(i, 0));
        assertThat(asked).isEmpty();

        CompletionStage<ProducerIdentity> next = ids.create();
        give(7_000);

        assertThat(get(next)).isEqualTo(identity(7_000, 0));
    }

    @Test
    void oneBlockIsAskedForAtATimeAndMoreIfThatIsNotEnough() {
        List<CompletionStage<ProducerIdentity>> answers = new ArrayList<>();
        for (int i = 0; i < ProducerIds.MAX_WAITING; i++) answers.add(ids.create());
        time.run();
        assertThat(asked).hasSize(1);
        answers.add(ids.create());
        assertUnavailable(answers.remove(ProducerIds.MAX_WAITING));

        give(0);

        assertThat(get(answers.get(ProducerIds.MAX_WAITING - 1))).isEqualTo(identity(ProducerIds.MAX_WAITING - 1, 0));
        CompletionStage<ProducerIdentity> later = ids.create();
        give(BLOCK);
        assertThat(get(later)).isEqualTo(identity(BLOCK, 0));
    }

    @Test
    void producerThatGoesOnGetsTheNextEpoch() {
        ids.create();
        give(0);

        assertThat(get(ids.bump(identity(0, 0)))).isEqualTo(identity(0, 1));
        assertThat(get(ids.bump(identity(0, 0)))).isEqualTo(identity(0, 1));
        assertThat(get(ids.bump(identity(0, 32_765)))).isEqualTo(identity(0, 32_766));
    }

    @Test
    void producerWithoutANextEpochGetsANewId() {
        ids.create();
        give(0);

        assertThat(get(ids.bump(identity(0, 32_766)))).isEqualTo(identity(1, 0));
        assertThat(get(ids.bump(identity(0, 32_767)))).isEqualTo(identity(2, 0));
    }

    @Test
    void idThatIsStillToBeGivenIsNobodys() {
        ids.create();
        give(40);

        assertThat(get(ids.bump(identity(41, 3)))).isEqualTo(identity(41, 0));
        assertThat(get(ids.bump(identity(1_000_000, 3)))).isEqualTo(identity(42, 0));
        assertThat(get(ids.bump(identity(41, 0)))).isEqualTo(identity(41, 1));
    }

    @Test
    void behindAStartItIsKnownOnlyWithABlockWhichIdsWereGiven() {
        CompletionStage<ProducerIdentity> earlier = ids.bump(identity(39, 3));
        CompletionStage<ProducerIdentity> never = ids.bump(identity(40, 3));
        assertThat(get(earlier)).isNull();

        give(40);

        assertThat(get(earlier)).isEqualTo(identity(39, 4));
        assertThat(get(never)).isEqualTo(identity(40, 0));
    }

    @Test
    void failedReservationFailsAllThatWaitAndTheNextRequestTriesAgain() {
        List<CompletionStage<ProducerIdentity>> waiting = List.of(ids.create(), ids.bump(identity(3, 3)));
        time.run();
        asked.remove().completeExceptionally(new CompletionException(new StorageException("no space")));
        waiting.forEach(this::assertUnavailable);

        CompletionStage<ProducerIdentity> next = ids.create();
        give(2_000);

        assertThat(get(next)).isEqualTo(identity(2_000, 0));
    }

    @Test
    void blockThatMayHaveBeenGivenBeforeIsNotUsed() {
        CompletionStage<ProducerIdentity> first = ids.create();
        give(0);
        for (int i = 1; i < BLOCK; i++) ids.create();
        assertThat(get(first)).isEqualTo(identity(0, 0));

        for (long wrong : new long[] {BLOCK - 1, 0, -1, Long.MAX_VALUE - BLOCK + 1}) {
            CompletionStage<ProducerIdentity> refused = ids.create();
            give(wrong);
            assertUnavailable(refused);
        }
        CompletionStage<ProducerIdentity> next = ids.create();
        give(BLOCK);
        assertThat(get(next)).isEqualTo(identity(BLOCK, 0));
    }

    @Test
    void portThatDoesNotDoItsPartFailsRequestsAndNothingElse() {
        ProducerIds throwing = ids(size -> {
            throw new StorageException("closed");
        });
        ProducerIds silent = ids(size -> null);
        ProducerIds empty = ids(size -> CompletableFuture.completedFuture(null));

        for (ProducerIds broken : List.of(throwing, silent, empty)) {
            assertUnavailable(broken.create());
            assertUnavailable(broken.create());
        }
    }

    @Test
    void fullLoopRefuses() {
        loop.refuse(true);

        assertUnavailable(ids.create());
    }

    @Test
    void identityHasNoNegativeParts() {
        assertThatThrownBy(() -> identity(-1, 0)).hasMessageContaining("id -1");
        assertThatThrownBy(() -> identity(0, -1)).hasMessageContaining("epoch -1");
    }

    /** The counter of a disk on which writes fail, and fail although they were made, and a process that crashes. */
    @Property(tries = 50)
    void noIdIsGivenTwiceWhateverBecomesOfReservations(@ForAll long seed) {
        Random random = new Random(seed);
        long[] counter = {random.nextInt(10)};
        List<Runnable> late = new ArrayList<>();
        List<Long> given = new ArrayList<>();
        ProducerIdBlocks disk = size -> reserve(random, counter, size, late);
        ProducerIds now = ids(disk);
        for (int step = 0; step < 60; step++) {
            int choice = random.nextInt(100);
            if (choice < 4) now = ids(disk);
            else if (choice < 30 && !late.isEmpty()) late.remove(random.nextInt(late.size())).run();
            else ask(now, random.nextInt(300), given);
            time.run();
        }

        assertThat(given).doesNotHaveDuplicates();
        assertThat(given).allMatch(id -> id < counter[0]);
    }

    private static CompletionStage<Long> reserve(Random random, long[] counter, int size, List<Runnable> late) {
        long first = counter[0];
        int outcome = random.nextInt(4);
        if (outcome > 0) counter[0] = first + size;
        CompletableFuture<Long> block = new CompletableFuture<>();
        Runnable end = () -> {
            if (outcome > 1) block.complete(first);
            else block.completeExceptionally(new StorageException("disk failed"));
        };
        if (random.nextBoolean()) end.run();
        else late.add(end);
        return block;
    }

    private static void ask(ProducerIds ids, int times, List<Long> given) {
        for (int i = 0; i < times; i++) ids.create().thenAccept(identity -> given.add(identity.id()));
    }
}
