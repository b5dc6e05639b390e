package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.replication.UnknownOutcomeException;

class AnswerDeadlinesTest {
    private static final long PUBLISH_MILLIS = 10_000 + AnswerDeadlines.GRACE_MILLIS;
    private static final long CHANGE_MILLIS = 30_000 + AnswerDeadlines.GRACE_MILLIS;

    private final BrokerBench bench = BrokerBench.started(new BrokerConfig(1, true));

    @Test
    void publishIsAnsweredThoughItsLoopIsStuck() {
        bench.create("orders", 1);
        bench.loops.get("orders-0").pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "a"));

        bench.time.pass(PUBLISH_MILLIS);

        assertUnknown(pending);
    }

    @Test
    void publishAnsweredAtItsDeadlineIsNotAttemptedLater() {
        bench.create("orders", 1);
        bench.loops.get("orders-0").pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "a"));
        bench.time.pass(PUBLISH_MILLIS);

        bench.loops.get("orders-0").resume();
        bench.time.run();

        assertUnknown(pending);
        assertThat(bench.values("orders", 0)).isEmpty();
    }

    @Test
    void publishThatCreatesItsTopicIsAnsweredThoughTheMetadataLoopIsStuck() {
        bench.loops.get("metadata").pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "a"));

        bench.time.pass(PUBLISH_MILLIS);

        assertUnknown(pending);
    }

    @Test
    void publishWhoseTopicIsCreatedTooLateIsNotAttempted() {
        bench.loops.get("metadata").pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "a"));
        bench.time.pass(PUBLISH_MILLIS);

        bench.loops.get("metadata").resume();
        bench.time.run();

        assertUnknown(pending);
        assertThat(bench.values("orders", 0)).isEmpty();
    }

    @Test
    void timeToCreateTheTopicIsPartOfTheTimeout() {
        bench.loops.get("metadata").pause();
        CompletionStage<List<PublishOutcome>> pending = bench.startPublish("orders", to(0, "a"));
        bench.time.pass(9_000);
        bench.fsyncs.pause();
        bench.loops.get("metadata").resume();

        bench.time.pass(1_000);

        PublishOutcome outcome = bench.get(pending).get(0);
        assertThat(((PublishOutcome.Failed) outcome).cause()).isInstanceOf(UnknownOutcomeException.class);
    }

    @Test
    void changesOfTopicsAreAnsweredThoughTheMetadataLoopIsStuck() {
        bench.create("orders", 1);
        bench.loops.get("metadata").pause();
        CompletionStage<?> created = bench.broker.createTopic(new NewTopic("bills", 1, NewTopic.DEFAULT, Map.of()));
        CompletionStage<?> deleted = bench.broker.deleteTopic("orders");

        bench.time.pass(CHANGE_MILLIS);

        assertUnknown(created);
        assertUnknown(deleted);
    }

    @Test
    void answerInTimeLeavesNoTimer() {
        bench.create("orders", 1);
        int before = bench.time.armedTimers();

        bench.publishTo("orders", 0, "a");
        bench.get(bench.broker.deleteTopic("orders"));

        assertThat(bench.time.armedTimers()).isLessThanOrEqualTo(before);
    }

    private void assertUnknown(CompletionStage<?> answer) {
        assertThatThrownBy(() -> bench.get(answer)).isInstanceOf(UnknownOutcomeException.class);
    }
}
