package org.partita.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.core.replication.LeaderUnavailableException;

class ReaderAnswersTest {
    private final Budget bytes = new Budget(100);
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    @Test
    void readersThatDoNotReadHoldUpNoAcknowledgement() throws InterruptedException {
        CountDownLatch cutOff = new CountDownLatch(1);
        CountDownLatch acknowledged = new CountDownLatch(1);
        try (ServerThreads threads = new ServerThreads(Thread::new, 1)) {
            for (int i = 0; i < 100; i++) {
                threads.completions().execute(() -> threads.answers().answer(1, () -> awaited(cutOff)));
            }

            threads.completions().execute(acknowledged::countDown);

            assertThat(acknowledged.await(10, TimeUnit.SECONDS)).isTrue();
            cutOff.countDown();
        }
    }

    @Test
    void bytesAreHeldUntilTheAnswerIsWritten() {
        ReaderAnswers answers = new ReaderAnswers(waiting::add, bytes);
        List<Long> heldWhileWriting = new ArrayList<>();
        CompletionStage<Void> written = answers.answer(60, () -> "messages")
            .thenAccept(messages -> heldWhileWriting.add(bytes.used()));

        waiting.remove().run();

        assertThat(written.toCompletableFuture()).isCompleted();
        assertThat(heldWhileWriting).containsExactly(60L);
        assertThat(bytes.used()).isZero();
    }

    @Test
    void answerThatFindsNoRoomIsRefusedAsRetriable() {
        ReaderAnswers answers = new ReaderAnswers(waiting::add, bytes);
        answers.answer(60, () -> "first");

        CompletionStage<String> refused = answers.answer(60, () -> "second");

        assertRefused(refused);
        assertThat(bytes.used()).isEqualTo(60);
    }

    @Test
    void answerThatFindsNoThreadIsRefusedAndGivesItsBytesBack() {
        ReaderAnswers answers = new ReaderAnswers(task -> {
            throw new RejectedExecutionException("full");
        }, bytes);

        CompletionStage<String> refused = answers.answer(60, () -> "messages");

        assertRefused(refused);
        assertThat(bytes.used()).isZero();
    }

    @Test
    void answerThatCannotBeMadeFailsAndGivesItsBytesBack() {
        ReaderAnswers answers = new ReaderAnswers(waiting::add, bytes);
        CompletionStage<String> failed = answers.answer(60, () -> {
            throw new IllegalStateException("no such message");
        });

        waiting.remove().run();

        assertThatThrownBy(() -> failed.toCompletableFuture().get()).hasRootCauseMessage("no such message");
        assertThat(bytes.used()).isZero();
    }

    private static void assertRefused(CompletionStage<String> answer) {
        assertThatThrownBy(() -> answer.toCompletableFuture().get())
            .hasCauseInstanceOf(LeaderUnavailableException.class);
    }

    private static String awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return "read";
    }
}
