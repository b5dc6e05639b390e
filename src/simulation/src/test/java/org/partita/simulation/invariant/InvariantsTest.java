package org.partita.simulation.invariant;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.FetchResult;
import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;

/** An invariant that cannot be violated proves nothing. */
class InvariantsTest {
    private static final PartitionKey DURABLE = new PartitionKey("orders", 0, true);
    private static final PartitionKey UNFORCED = new PartitionKey("events", 0, false);

    @Test
    void lostAcknowledgedRecordIsFound() {
        Invariant invariant = new AcknowledgedRecordsSurvive();
        invariant.acknowledged(message(DURABLE, 7, -1), 1);

        assertThatThrownBy(() -> invariant.audited(DURABLE, records(0))).isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.audited(DURABLE, records(0, 8))).isInstanceOf(InvariantViolation.class);
        assertThatCode(() -> invariant.audited(DURABLE, records(0, 7))).doesNotThrowAnyException();
    }

    @Test
    void unforcedRecordMayBeLostWithThePowerOnly() {
        Invariant invariant = new AcknowledgedRecordsSurvive();
        invariant.acknowledged(message(UNFORCED, 7, -1), 0);

        assertThatThrownBy(() -> invariant.recovered(UNFORCED, records(), end(0), false))
            .isInstanceOf(InvariantViolation.class);
        assertThatCode(() -> invariant.recovered(UNFORCED, records(), end(0), true)).doesNotThrowAnyException();
    }

    @Test
    void durableRecordLostWithThePowerIsFound() {
        Invariant invariant = new AcknowledgedRecordsSurvive();
        invariant.acknowledged(message(DURABLE, 7, -1), 0);

        assertThatThrownBy(() -> invariant.recovered(DURABLE, records(), end(0), true))
            .isInstanceOf(InvariantViolation.class);
    }

    @Test
    void offsetGivenTwiceIsFound() {
        Invariant invariant = new AcknowledgedRecordsSurvive();
        invariant.acknowledged(message(DURABLE, 7, -1), 0);

        assertThatThrownBy(() -> invariant.acknowledged(message(DURABLE, 8, -1), 0))
            .isInstanceOf(InvariantViolation.class);
    }

    @Test
    void fallenWatermarkIsFound() {
        Invariant invariant = new ReadRecordsNeverChange();
        invariant.fetched(DURABLE, 0, new FetchResult(records(1, 2), 2, 2, 0));

        assertThatThrownBy(() -> invariant.recovered(DURABLE, records(1), end(1), true))
            .isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.outOfRange(DURABLE, 2)).isInstanceOf(InvariantViolation.class);
    }

    @Test
    void changedRecordIsFound() {
        Invariant invariant = new ReadRecordsNeverChange();
        invariant.fetched(DURABLE, 0, new FetchResult(records(1), 1, 1, 0));

        assertThatThrownBy(() -> invariant.audited(DURABLE, records(2))).isInstanceOf(InvariantViolation.class);
    }

    @Test
    void recordAboveTheWatermarkIsFound() {
        Invariant invariant = new ReadRecordsNeverChange();

        assertThatThrownBy(() -> invariant.fetched(DURABLE, 0, new FetchResult(records(1, 2), 2, 1, 0)))
            .isInstanceOf(InvariantViolation.class);
    }

    @Test
    void holesAndWrongNextOffsetsAreFound() {
        Invariant invariant = new OffsetsAreContiguous();

        assertThatThrownBy(() -> invariant.audited(DURABLE, List.of(logged(1, 1)))).isInstanceOf(
            InvariantViolation.class);
        assertThatThrownBy(() -> invariant.fetched(DURABLE, 0, new FetchResult(records(1), 2, 2, 0)))
            .isInstanceOf(InvariantViolation.class);
    }

    @Test
    void recordStoredTwiceOrThoughRefusedIsFound() {
        Invariant invariant = new RecordsAreStoredOnce();
        invariant.refused(message(DURABLE, 7, -1), "disk-full");

        assertThatThrownBy(() -> invariant.audited(DURABLE, records(1, 1))).isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.audited(DURABLE, records(7))).isInstanceOf(InvariantViolation.class);
    }

    @Test
    void timeThatIsNotTheOneAnsweredIsFound() {
        Invariant invariant = new AnswersHaveTheTimeOfTheLog();
        long inTheLog = records(7).get(0).timestampMillis();
        invariant.timeAnswered(DURABLE, 0, inTheLog);
        assertThatCode(() -> invariant.audited(DURABLE, records(7, 8))).doesNotThrowAnyException();

        assertThatThrownBy(() -> invariant.timeAnswered(DURABLE, 0, inTheLog + 1))
            .isInstanceOf(InvariantViolation.class);
        invariant.timeAnswered(DURABLE, 1, inTheLog + 1);
        assertThatThrownBy(() -> invariant.audited(DURABLE, records(7, 8))).isInstanceOf(InvariantViolation.class);
    }

    @Test
    void keyedMessageOfTwoPlacesIsFound() {
        Invariant invariant = new RepeatedRequestsAreStoredOnce();
        invariant.keyedAcknowledged(message(DURABLE, 7, -1), 1, false);

        assertThatCode(() -> invariant.keyedAcknowledged(message(DURABLE, 7, -1), 1, true)).doesNotThrowAnyException();
        assertThatThrownBy(() -> invariant.keyedAcknowledged(message(DURABLE, 7, -1), 2, true))
            .isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.keyedAcknowledged(message(DURABLE, 7, -1), 1, false))
            .isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.audited(DURABLE, records(7, 7))).isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.audited(UNFORCED, records(7))).isInstanceOf(InvariantViolation.class);
    }

    @Test
    void refusalDoesNotSpeakForAMessageThatIsRepeated() {
        Invariant invariant = new RecordsAreStoredOnce();
        invariant.refused(message(DURABLE, 7, -1), "disk-full");
        invariant.repeated(message(DURABLE, 7, -1));

        assertThatCode(() -> invariant.audited(DURABLE, records(7))).doesNotThrowAnyException();
    }

    @Test
    void reorderedMessagesAreFound() {
        Invariant invariant = new PublishOrderIsKept();

        assertThatThrownBy(() -> invariant.acknowledged(message(DURABLE, 7, 5), 5))
            .isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.requestAnswered(DURABLE, List.of(3L, 2L)))
            .isInstanceOf(InvariantViolation.class);
    }

    @Test
    void lostAndReturnedTopicsAreFound() {
        Invariant invariant = new TopicsSurvive();
        invariant.topicCreated("a");
        invariant.topicDeletionAsked("b");
        invariant.topicDeleted("b");

        assertThatThrownBy(() -> invariant.topicsFound(Set.of())).isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.topicsFound(Set.of("a", "b"))).isInstanceOf(InvariantViolation.class);
        assertThatCode(() -> invariant.topicsFound(Set.of("a"))).doesNotThrowAnyException();
    }

    @Test
    void changeOfATopicThatIsThereInPartOrNotAtAllIsFound() {
        Invariant invariant = new TopicChangesAreWhole();
        invariant.topicChangeAsked("orders", Map.of("a", "1", "b", "1"));
        invariant.topicChanged("orders", Map.of("a", "1", "b", "1"));
        invariant.topicChangeAsked("orders", Map.of("a", "2", "b", "2"));

        assertThatThrownBy(() -> invariant.topicConfigFound("orders", Map.of("a", "1", "b", "2", "c", "0")))
            .isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.topicConfigFound("orders", Map.of("a", "0", "b", "0")))
            .isInstanceOf(InvariantViolation.class);
        assertThatCode(() -> invariant.topicConfigFound("orders", Map.of("a", "2", "b", "2", "c", "0")))
            .doesNotThrowAnyException();
        assertThatThrownBy(() -> invariant.topicConfigFound("orders", Map.of("a", "1", "b", "1")))
            .as("it was not in force after the start before").isInstanceOf(InvariantViolation.class);
    }

    @Test
    void refusedChangeOfATopicThatIsThereIsFound() {
        Invariant invariant = new TopicChangesAreWhole();
        invariant.topicChangeAsked("orders", Map.of("a", "1"));
        invariant.topicChanged("orders", Map.of("a", "1"));
        invariant.topicChangeAsked("orders", Map.of("a", "2"));
        invariant.topicChangeRefused("orders", Map.of("a", "2"));

        assertThatThrownBy(() -> invariant.topicConfigFound("orders", Map.of("a", "2")))
            .isInstanceOf(InvariantViolation.class);
    }

    @Test
    void refusedChangeOfATopicThatComesTrueIsFound() {
        TopicsSurvive invariant = new TopicsSurvive();
        invariant.topicCreated("a");
        invariant.topicDeletionAsked("a");
        invariant.topicChangeRefused("a");

        assertThatThrownBy(() -> invariant.topicsFound(Set.of())).isInstanceOf(InvariantViolation.class);
        assertThatCode(() -> invariant.topicsFound(Set.of("a"))).doesNotThrowAnyException();
    }

    @Test
    void producersMessageThatIsStoredTwiceOrWithoutThoseBeforeItIsFound() {
        SequencesAreWhole invariant = numbered(3);

        assertThatCode(() -> invariant.audited(DURABLE, records(1, 99, 2))).doesNotThrowAnyException();
        assertThatThrownBy(() -> invariant.audited(DURABLE, records(1, 2, 2))).isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.audited(DURABLE, records(1, 3))).isInstanceOf(InvariantViolation.class);
        assertThatThrownBy(() -> invariant.audited(DURABLE, records(2, 1))).isInstanceOf(InvariantViolation.class);
    }

    @Test
    void producersMessageThatIsLostOrMovesIsFound() {
        SequencesAreWhole invariant = numbered(2);
        invariant.acknowledged(message(DURABLE, 2, -1), 1);

        assertThatThrownBy(() -> invariant.audited(DURABLE, records(1))).isInstanceOf(InvariantViolation.class)
            .hasMessageContaining("lost");
        assertThatCode(() -> invariant.audited(DURABLE, records(1, 2))).doesNotThrowAnyException();
        assertThatThrownBy(() -> invariant.acknowledged(message(DURABLE, 2, -1), 5))
            .isInstanceOf(InvariantViolation.class);
    }

    /** Messages 1, 2, 3 … of one producer. */
    private static SequencesAreWhole numbered(int count) {
        SequencesAreWhole invariant = new SequencesAreWhole();
        for (int i = 0; i < count; i++) invariant.numbered(message(DURABLE, 1 + i, -1), "producer 7 in " + DURABLE, i);
        return invariant;
    }

    private static SentMessage message(PartitionKey partition, long id, long afterOffset) {
        return new SentMessage(id, partition, Bytes.NULL, Bytes.utf8(id + ":"), afterOffset);
    }

    private static List<LogRecord> records(long... ids) {
        return LongStream.range(0, ids.length).mapToObj(offset -> logged(offset, ids[(int) offset])).toList();
    }

    private static LogRecord logged(long offset, long id) {
        return new LogRecord(offset, 0, Bytes.NULL, Bytes.utf8(id + ":"), List.of());
    }

    private static FetchResult end(long highWatermark) {
        return new FetchResult(List.of(), highWatermark, highWatermark, 0);
    }
}
