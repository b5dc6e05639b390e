package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.KafkaListener;

/** Sessions, request by request. */
class FetchSessionTest {
    private static final int NONE = 0;
    private static final int FIRST = 0;
    private static final int LAST = -1;

    private final KafkaListener listener = KafkaListener.started();

    @BeforeEach
    void fill() throws Exception {
        listener.memory().create("orders", 4);
        for (int partition = 0; partition < 4; partition++) publish(partition);
    }

    @AfterEach
    void stop() {
        listener.close();
    }

    @Test
    void theFirstAnswerHasAllPartitionsAndTheNextOnesWhatIsNew() throws Exception {
        int session = opened();

        FetchResponse quiet = ask(Fetches.of("orders").from(0, 1).from(1, 1).from(2, 1).from(3, 1).session(session, 1));
        publish(2);
        FetchResponse news = ask(Fetches.of("orders").session(session, 2));

        assertThat(quiet.sessionId()).isEqualTo(session);
        assertThat(Fetches.partitions(quiet)).isEmpty();
        assertThat(Fetches.partitions(news).keySet()).containsExactly(2);
        assertThat(Fetches.offsets(Fetches.partitions(news).get(2))).containsExactly(1L);
    }

    @Test
    void partitionsTakeTurns() throws Exception {
        int batchBytes = FetchResponse.recordsSize(Fetches.partitions(ask(Fetches.of("orders").from(0, 0))).get(0));
        int session = opened();
        Fetches again = Fetches.of("orders").from(0, 0).from(1, 0).from(2, 0).from(3, 0).session(session, 1);

        List<Integer> first = withBatches(ask(again.maxBytes(2 * batchBytes)));
        List<Integer> second = withBatches(ask(Fetches.of("orders").maxBytes(2 * batchBytes).session(session, 2)));

        assertThat(first).hasSize(2);
        assertThat(second).hasSize(2).doesNotContainAnyElementsOf(first);
    }

    @Test
    void whatIsForgottenIsNotToldOf() throws Exception {
        int session = opened();
        ask(Fetches.of("orders").from(0, 1).from(1, 1).from(2, 1).from(3, 1).session(session, 1));
        publish(1);
        publish(2);

        FetchResponse news = ask(Fetches.of("orders").forgetting(1).session(session, 2));

        assertThat(Fetches.partitions(news).keySet()).containsExactly(2);
    }

    @Test
    void anErrorIsToldUntilItIsGone() throws Exception {
        FetchResponse first = ask(Fetches.of("orders").from(9, 0).session(NONE, FIRST));

        FetchResponse second = ask(Fetches.of("orders").session(first.sessionId(), 1));

        assertThat(second.sessionId()).isEqualTo(first.sessionId()).isNotZero();
        assertThat(Fetches.partitions(second).values()).extracting(PartitionData::errorCode)
            .containsExactly(Errors.UNKNOWN_TOPIC_OR_PARTITION.code());
    }

    @Test
    void aSessionThatIsNotThereIsNotFound() throws Exception {
        FetchResponse response = ask(Fetches.of("orders").session(12_345, 1));

        assertThat(response.error()).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
    }

    @Test
    void aRequestOutOfTurnIsRefusedAndTheNextOneInTurnIsNot() throws Exception {
        int session = opened();

        assertThat(ask(Fetches.of("orders").session(session, 2)).error())
            .isEqualTo(Errors.INVALID_FETCH_SESSION_EPOCH);
        assertThat(ask(Fetches.of("orders").session(session, 1)).error()).isEqualTo(Errors.NONE);
        assertThat(ask(Fetches.of("orders").session(session, 1)).error())
            .isEqualTo(Errors.INVALID_FETCH_SESSION_EPOCH);
    }

    @Test
    void aSessionByNameIsNotOneById() throws Exception {
        int session = opened();

        assertThat(ask(Fetches.of("orders").version(13).session(session, 1)).error())
            .isEqualTo(Errors.FETCH_SESSION_TOPIC_ID_ERROR);
    }

    @Test
    void aSessionEndsWhenItsClientSaysSo() throws Exception {
        int session = opened();

        FetchResponse last = ask(Fetches.of("orders").from(0, 0).session(session, LAST));

        assertThat(last.sessionId()).isZero();
        assertThat(Fetches.offsets(Fetches.partitions(last).get(0))).containsExactly(0L);
        assertThat(ask(Fetches.of("orders").session(session, 1)).error()).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
    }

    @Test
    void aSessionWithoutPartitionsIsNone() throws Exception {
        int session = opened();

        FetchResponse last = ask(Fetches.of("orders").forgetting(0).forgetting(1).forgetting(2).forgetting(3)
            .session(session, 1));

        assertThat(last.sessionId()).isZero();
        assertThat(ask(Fetches.of("orders").session(session, 2)).error()).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
    }

    private int opened() throws Exception {
        FetchResponse first = ask(Fetches.of("orders").from(0, 1).from(1, 1).from(2, 1).from(3, 1)
            .session(NONE, FIRST));
        assertThat(Fetches.partitions(first)).hasSize(4);
        assertThat(first.sessionId()).isNotZero();
        return first.sessionId();
    }

    private static List<Integer> withBatches(FetchResponse response) {
        return Fetches.partitions(response).values().stream().filter(each -> FetchResponse.recordsSize(each) > 0)
            .map(PartitionData::partitionIndex).toList();
    }

    private FetchResponse ask(Fetches fetch) throws Exception {
        return fetch.ask(listener);
    }

    private void publish(int partition) throws Exception {
        listener.memory().publish("orders", partition, 1_700_000_000_000L, "x".repeat(500));
    }
}
