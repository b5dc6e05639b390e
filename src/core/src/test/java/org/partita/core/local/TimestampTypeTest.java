package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.core.local.BrokerBench.WALL_CLOCK_MILLIS;
import static org.partita.core.local.BrokerBench.to;
import static org.partita.core.local.KeyedBench.replayOf;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.core.broker.TopicChange;
import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;

/** Messages of a topic with {@code message.timestamp.type=LogAppendTime} have the time of their append. */
class TimestampTypeTest {
    private static final long OWN_MILLIS = 12_345;
    private static final long FAR_FUTURE_MILLIS = LogRecord.MAX_TIMESTAMP_MILLIS;

    private final KeyedBench keyed = new KeyedBench();
    private final BrokerBench bench = keyed.broker;

    @BeforeEach
    void createTopic() {
        bench.create("orders", 1, "message.timestamp.type", "LogAppendTime");
    }

    @ParameterizedTest
    @ValueSource(longs = {OutboundMessage.NOW, OWN_MILLIS, FAR_FUTURE_MILLIS})
    void answerAndFetchHaveTheTimeOfTheAppend(long ownMillis) {
        Stored stored = (Stored) bench.publish("orders", at(ownMillis, "a")).get(0);

        assertThat(stored.timestampMillis()).isEqualTo(WALL_CLOCK_MILLIS);
        assertThat(times()).containsExactly(WALL_CLOCK_MILLIS);
    }

    @Test
    void timeIsThatOfTheAppendNotOfTheRequest() {
        bench.loops.get("orders-0").pause();
        CompletionStage<List<PublishOutcome>> waiting = bench.startPublish("orders", to(0, "a"), to(0, "b"));
        bench.pass(3_000);
        bench.loops.get("orders-0").resume();

        assertThat(bench.get(waiting)).extracting("timestampMillis")
            .containsOnly(WALL_CLOCK_MILLIS + 3_000);
        assertThat(times()).containsOnly(WALL_CLOCK_MILLIS + 3_000).hasSize(2);
    }

    @Test
    void fetchByTimeFollowsTheAppend() {
        bench.publish("orders", at(FAR_FUTURE_MILLIS, "a"));
        bench.pass(5_000);
        bench.publish("orders", at(OWN_MILLIS, "b"));

        assertThat(offsetsFrom(WALL_CLOCK_MILLIS)).containsExactly(0L, 1L);
        assertThat(offsetsFrom(WALL_CLOCK_MILLIS + 1)).containsExactly(1L);
        assertThat(offsetsFrom(WALL_CLOCK_MILLIS + 5_001)).isEmpty();
    }

    @Test
    void retentionFollowsTheAppend() {
        bench.get(change("retention.ms", "60000"));
        bench.publish("orders", at(OWN_MILLIS, "a"));

        bench.pass(30_000);
        assertThat(bench.values("orders", 0)).containsExactly("a");
        bench.pass(60_000);

        assertThat(bench.get(bench.broker.topicStatus("orders")).partitions().get(0).logStartOffset()).isEqualTo(1);
    }

    @Test
    void replayGivesTheTimeOfTheFirstAppendAlsoAfterARestart() {
        Stored first = keyed.store("k", at(OWN_MILLIS, "a"));
        keyed.pass(1_000);

        Stored replayed = keyed.store("k", at(OWN_MILLIS, "a"));
        bench.crashAndStart();
        Stored fromTheLog = keyed.store("k", at(OWN_MILLIS, "a"));
        bench.stopAndStart();
        Stored fromASnapshot = keyed.store("k", at(OWN_MILLIS, "a"));

        assertThat(first.timestampMillis()).isEqualTo(WALL_CLOCK_MILLIS);
        assertThat(List.of(replayed, fromTheLog, fromASnapshot)).containsOnly(replayOf(first));
        assertThat(times()).containsExactly(WALL_CLOCK_MILLIS);
    }

    /** Recovery passes over batches that are older than the window, and so must not take this for one of them. */
    @Test
    void clockThatIsSetBackBetweenRequestAndAppendHidesNoKey() {
        bench.loops.get("orders-0").pause();
        CompletionStage<List<PublishOutcome>> waiting = keyed.start("k", 10_000, to(0, "a"));
        bench.wallMillis -= 10 * KeyedBench.WINDOW_MILLIS;
        bench.loops.get("orders-0").resume();
        Stored first = (Stored) bench.get(waiting).get(0);
        bench.wallMillis = WALL_CLOCK_MILLIS;

        bench.crashAndStart();

        assertThat(first.timestampMillis()).isEqualTo(WALL_CLOCK_MILLIS);
        assertThat(keyed.store("k", to(0, "a"))).isEqualTo(replayOf(first));
    }

    @Test
    void changeHoldsForTheNextMessageAndLeavesThoseBefore() {
        bench.publish("orders", at(OWN_MILLIS, "a"));

        bench.get(change("message.timestamp.type", "CreateTime"));
        bench.publish("orders", at(OWN_MILLIS, "b"));
        bench.get(bench.broker.changeTopic(TopicChange.ofConfig("orders",
            Map.of("message.timestamp.type", "LogAppendTime"), Set.of())));
        bench.publish("orders", at(OWN_MILLIS, "c"));
        bench.crashAndStart();
        bench.publish("orders", at(OWN_MILLIS, "d"));

        assertThat(times()).containsExactly(WALL_CLOCK_MILLIS, OWN_MILLIS, WALL_CLOCK_MILLIS, WALL_CLOCK_MILLIS);
    }

    private CompletionStage<?> change(String key, String value) {
        return bench.broker.changeTopic(TopicChange.ofConfig("orders", Map.of(key, value), Set.of()));
    }

    private static OutboundMessage at(long timestampMillis, String value) {
        return new OutboundMessage(Bytes.NULL, Bytes.utf8(value), List.of(), 0, timestampMillis);
    }

    private List<Long> times() {
        return bench.fetch("orders", 0, 0).records().stream().map(LogRecord::timestampMillis).toList();
    }

    private List<Long> offsetsFrom(long timestampMillis) {
        return bench.get(bench.broker.fetch(new FetchRequest("orders", 0, new StartAt.Time(timestampMillis), 500,
            1 << 20, 0, 0))).records().stream().map(LogRecord::offset).toList();
    }
}
