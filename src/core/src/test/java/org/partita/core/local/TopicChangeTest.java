package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.broker.NewTopic;
import org.partita.core.broker.TopicChange;
import org.partita.core.broker.TopicStatus;
import org.partita.core.metadata.InvalidNameException;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.core.metadata.TopicConfig;
import org.partita.core.metadata.TopicConfig.FlushPolicy;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.StorageException;
import org.partita.storage.testing.StateWriteFault;

/** A change of a topic as a change of the metadata: whole, durable, refused or in doubt. */
class TopicChangeTest {
    private final BrokerBench bench = BrokerBench.started();

    @BeforeEach
    void createTopic() {
        bench.create("orders", 2, "segment.bytes", "8192", "retention.ms", "5000");
    }

    @Test
    void changeOfSeveralKeysIsOneVersionAndSurvivesACrash() {
        long version = bench.broker.metadata().version();

        TopicStatus changed = change(Map.of("max.message.bytes", "100", "flush", "async"), "retention.ms");
        assertThat(bench.broker.metadata().version()).isEqualTo(version + 1);
        bench.crashAndStart();

        TopicConfig found = bench.broker.metadata().topic("orders").orElseThrow().config();
        assertThat(found).isEqualTo(changed.topic().config());
        assertThat(found.maxMessageBytes()).isEqualTo(100);
        assertThat(found.flush()).isEqualTo(FlushPolicy.ASYNC);
        assertThat(found.retentionMillis()).isEqualTo(TopicConfig.DEFAULT.retentionMillis());
        assertThat(found.segmentBytes()).as("not named").isEqualTo(8192);
    }

    @Test
    void changedTopicKeepsItsIdentityAndItsMessages() {
        TopicStatus before = bench.get(bench.broker.topicStatus("orders"));
        bench.publishTo("orders", 1, "a");

        TopicStatus changed = change(Map.of("segment.bytes", "4096"));

        assertThat(changed.topic().id()).isEqualTo(before.topic().id());
        assertThat(changed.topic().leaderEpochs()).isEqualTo(before.topic().leaderEpochs());
        assertThat(bench.publishTo("orders", 1, "b")).isEqualTo(1);
        assertThat(bench.crashAndStart().values("orders", 1)).containsExactly("a", "b");
    }

    @Test
    void changeToWhatIsThereMakesNoVersion() {
        long version = bench.broker.metadata().version();

        TopicStatus unchanged = change(Map.of("segment.bytes", "8192"), "flush");

        assertThat(bench.broker.metadata().version()).isEqualTo(version);
        assertThat(unchanged.topic()).isEqualTo(bench.broker.metadata().topic("orders").orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"nope,1", "cleanup.policy,compact", "segment.bytes,1", "retention.ms,-2", "flush,sometimes",
        "max.message.bytes,x", "idempotency.window.ms,999", "compression.type,none", "min.insync.replicas,0"})
    void changeWithOneBadSettingChangesNothing(String key, String value) {
        TopicConfig before = bench.broker.metadata().topic("orders").orElseThrow().config();
        Map<String, String> settings = new TreeMap<>(Map.of("segment.ms", "1000"));
        settings.put(key, value);

        assertThatThrownBy(() -> change(settings, "retention.bytes"))
            .isInstanceOf(InvalidRequestException.class).extracting("field").isEqualTo("config." + key);

        assertThat(bench.broker.metadata().topic("orders").orElseThrow().config()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nope", "key.placement"})
    void resetOfAKeyThatIsNotThereIsRefused(String key) {
        assertThatThrownBy(() -> change(Map.of(), key)).isInstanceOf(InvalidRequestException.class)
            .extracting("field").isEqualTo("config." + key);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 1001, -7, Integer.MAX_VALUE})
    void anotherNumberOfPartitionsIsRefused(int partitions) {
        TopicChange growth = new TopicChange("orders", partitions, new TreeMap<>(Map.of("flush", "async")),
            new TreeSet<>());

        assertThatThrownBy(() -> bench.get(bench.broker.changeTopic(growth)))
            .isInstanceOf(InvalidRequestException.class).hasMessageContaining("has 2 partitions")
            .extracting("field").isEqualTo("partitions");
        assertThat(bench.broker.metadata().topic("orders").orElseThrow().config().flush())
            .isEqualTo(FlushPolicy.COMMIT);
    }

    @Test
    void presentNumberOfPartitionsIsNoChange() {
        TopicChange same = new TopicChange("orders", 2, new TreeMap<>(Map.of("flush", "async")), new TreeSet<>());

        assertThat(bench.get(bench.broker.changeTopic(same)).partitions()).hasSize(2);
    }

    @Test
    void changeOfAnUnknownTopicIsRefused() {
        assertThatThrownBy(() -> bench.get(bench.broker.changeTopic(TopicChange.ofConfig("nope", Map.of(), Set.of()))))
            .isInstanceOf(TopicNotFoundException.class);
        assertThatThrownBy(() -> bench.get(bench.broker.changeTopic(TopicChange.ofConfig("a/b", Map.of(), Set.of()))))
            .isInstanceOf(InvalidNameException.class);
    }

    @Test
    void changeWaitsForTheCreationOfItsTopic() {
        CompletionStage<TopicStatus> created = bench.broker.createTopic(new NewTopic("new", 1, 1, Map.of()));

        CompletionStage<TopicStatus> changed = bench.broker.changeTopic(
            TopicChange.ofConfig("new", Map.of("flush", "async"), Set.of()));

        assertThat(bench.get(created).topic().config().flush()).isEqualTo(FlushPolicy.COMMIT);
        assertThat(bench.get(changed).topic().config().flush()).isEqualTo(FlushPolicy.ASYNC);
    }

    @ParameterizedTest
    @EnumSource(StateWriteFault.class)
    void changeThatCannotBeMadeDurableIsNotInForceNowOrLater(StateWriteFault fault) {
        bench.disk.failStateWrite(1, fault);

        assertThatThrownBy(() -> change(Map.of("max.message.bytes", "1"))).isInstanceOf(StorageException.class);

        assertThat(bench.publishTo("orders", 0, "long")).isZero();
        bench.crashAndStart();
        assertThat(bench.publishTo("orders", 0, "long")).isEqualTo(1);
        assertThat(bench.broker.metadata().topic("orders").orElseThrow().config().maxMessageBytes())
            .isEqualTo(TopicConfig.DEFAULT.maxMessageBytes());
    }

    @Test
    void changeWhoseSecondCopyFailsIsDone() {
        bench.disk.failStateWrite(2, StateWriteFault.IO_ERROR);

        change(Map.of("flush", "async"));

        bench.crashAndStart();
        assertThat(bench.broker.metadata().topic("orders").orElseThrow().config().flush())
            .isEqualTo(FlushPolicy.ASYNC);
    }

    @Test
    void changeInDoubtIsOfUnknownOutcomeAndTheTopicGoesOnServing() {
        bench.disk.failStateWrite(1, StateWriteFault.IO_ERROR_AFTER_REPLACING);
        bench.disk.failStateWrite(2, StateWriteFault.IO_ERROR);
        bench.disk.failStateWrite(3, StateWriteFault.IO_ERROR);

        assertThatThrownBy(() -> change(Map.of("flush", "async"))).isInstanceOf(UnknownOutcomeException.class);

        assertThat(bench.publishTo("orders", 0, "a")).isZero();
        assertThatThrownBy(() -> change(Map.of("flush", "async"))).isInstanceOf(LeaderUnavailableException.class)
            .hasMessageContaining("restart");
        bench.crashAndStart();
        assertThat(bench.values("orders", 0)).containsExactly("a");
        assertThat(change(Map.of("flush", "async")).topic().config().flush()).isEqualTo(FlushPolicy.ASYNC);
    }

    @Test
    void changeThatTheDiskHoldsUpIsOfUnknownOutcomeAndMadeWhenTheDiskGoesOn() {
        change(Map.of("flush", "async"));
        bench.publishTo("orders", 0, "a");
        bench.fsyncs.pause();
        CompletionStage<TopicStatus> stricter = start(Map.of("flush", "commit"));
        bench.time.run();

        bench.time.pass(31_000);
        assertThatThrownBy(() -> bench.get(stricter)).isInstanceOf(UnknownOutcomeException.class);
        bench.fsyncs.resume();
        bench.time.run();

        assertThat(bench.broker.metadata().topic("orders").orElseThrow().config().flush())
            .isEqualTo(FlushPolicy.COMMIT);
    }

    @Test
    void topicThatIsDeletedWhileItsChangeWaitsForTheDiskIsNotThere() {
        change(Map.of("flush", "async"));
        bench.publishTo("orders", 0, "a");
        bench.fsyncs.pause();
        CompletionStage<TopicStatus> stricter = start(Map.of("flush", "commit"));
        bench.time.run();
        CompletionStage<Void> deleted = bench.broker.deleteTopic("orders");
        bench.time.run();
        bench.fsyncs.resume();

        bench.get(deleted);

        assertThatThrownBy(() -> bench.get(stricter)).isInstanceOf(TopicNotFoundException.class);
        assertThat(bench.broker.metadata().topics()).isEmpty();
    }

    @Test
    void changeThatComesWhileAnotherWaitsForTheDiskIsNotLost() {
        change(Map.of("flush", "async"));
        bench.publishTo("orders", 0, "a");
        bench.fsyncs.pause();
        CompletionStage<TopicStatus> stricter = start(Map.of("flush", "commit"));
        bench.time.run();
        bench.get(start(Map.of("max.message.bytes", "77")));
        bench.fsyncs.resume();

        TopicConfig found = bench.get(stricter).topic().config();

        assertThat(found.flush()).isEqualTo(FlushPolicy.COMMIT);
        assertThat(found.maxMessageBytes()).isEqualTo(77);
        assertThat(bench.publish("orders", to(0, "b")).get(0)).extracting("flushed").isEqualTo(true);
    }

    @Test
    void stoppingBrokerTakesNoChange() {
        CompletionStage<Boolean> stopped = bench.broker.stop();

        assertThatThrownBy(() -> change(Map.of("flush", "async"))).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.get(stopped)).isTrue();
    }

    private TopicStatus change(Map<String, String> config, String... resets) {
        return bench.get(start(config, resets));
    }

    private CompletionStage<TopicStatus> start(Map<String, String> config, String... resets) {
        return bench.broker.changeTopic(TopicChange.ofConfig("orders", config, Set.of(resets)));
    }
}
