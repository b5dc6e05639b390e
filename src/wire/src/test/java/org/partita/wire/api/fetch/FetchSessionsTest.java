package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchMetadata;
import org.junit.jupiter.api.Test;

import org.partita.wire.api.fetch.FetchSessions.Turn;

/** How many sessions there are, and which of them goes for another. */
class FetchSessionsTest {
    private static final long OLD_MILLIS = 1_000;

    private static final long WISH_BYTES = wishes(1).values().iterator().next().heapBytes();

    private long nowMillis = 5_000;
    private final FetchSessions sessions =
        new FetchSessions(new FetchLimits(2, 100 * WISH_BYTES, 1, OLD_MILLIS, 1, 1, 1), () -> nowMillis);

    @Test
    void whenThereAreAsManyAsMayBeANewClientGoesOnWithout() {
        int first = opened(3);
        int second = opened(3);

        assertThat(opened(5)).isZero();
        assertThat(next(first, 1)).isEqualTo(Errors.NONE);
        assertThat(next(second, 1)).isEqualTo(Errors.NONE);
    }

    @Test
    void theOneThatIsNotUsedForTheLongestTimeGivesWay() {
        int first = opened(3);
        int second = opened(3);
        nowMillis += OLD_MILLIS / 2;
        assertThat(next(first, 1)).isEqualTo(Errors.NONE);
        nowMillis += OLD_MILLIS / 2 + 1;

        assertThat(opened(1)).isNotZero();

        assertThat(next(second, 1)).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(next(first, 2)).isEqualTo(Errors.NONE);
    }

    @Test
    void oneThatIsUsedGivesWayToALargerOneWhenItIsOld() {
        int small = opened(2);
        int large = opened(9);
        nowMillis += OLD_MILLIS + 1;
        assertThat(next(small, 1)).isEqualTo(Errors.NONE);
        assertThat(next(large, 1)).isEqualTo(Errors.NONE);

        assertThat(opened(2)).isZero();
        assertThat(opened(3)).isNotZero();

        assertThat(next(small, 2)).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(next(large, 2)).isEqualTo(Errors.NONE);
    }

    @Test
    void memoryOfAllSessionsIsBounded() {
        int first = opened(60);

        assertThat(opened(41)).isZero();
        assertThat(opened(40)).isNotZero();
        assertThat(sessions.heapBytes()).isEqualTo(100 * WISH_BYTES);

        assertThat(error(new FetchMetadata(first, 1), wishes(61))).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(sessions.heapBytes()).isEqualTo(40 * WISH_BYTES);
        assertThat(sessions.count()).isEqualTo(1);
    }

    @Test
    void sessionsTakeAShareOfTheHeapWhateverNamesTheyAreAbout() {
        long heapBytes = 64 << 20;
        FetchSessions small = new FetchSessions(FetchLimits.of(heapBytes), () -> nowMillis);

        for (int i = 0; i < 100; i++) {
            small.begin(FetchMetadata.INITIAL, false, wishes(1_000, "x".repeat(200) + i), List.of()).close();
        }

        assertThat(small.count()).isPositive();
        assertThat(small.count() * 1_000 * 600L).isLessThan(heapBytes / 8);
        assertThat(FetchLimits.of(heapBytes).maxHeldBytes()).isLessThanOrEqualTo(heapBytes / 8);
    }

    @Test
    void aNewSessionOfAClientTakesThePlaceOfItsOldOne() {
        opened(1);
        int second = opened(1);

        try (Turn again = begin(new FetchMetadata(second, FetchMetadata.INITIAL_EPOCH), wishes(1))) {
            assertThat(again.sessionId()).isNotZero().isNotEqualTo(second);
        }

        assertThat(sessions.count()).isEqualTo(2);
    }

    @Test
    void aSessionIsUsedByOneRequestAtATime() {
        int session = opened(2);
        try (Turn first = begin(new FetchMetadata(session, 1), Map.of())) {
            assertThat(first.error()).isEqualTo(Errors.NONE);

            assertThat(next(session, 1)).isEqualTo(Errors.INVALID_FETCH_SESSION_EPOCH);
            assertThat(next(session, 2)).isEqualTo(Errors.INVALID_FETCH_SESSION_EPOCH);
        }
        assertThat(next(session, 2)).isEqualTo(Errors.NONE);
    }

    @Test
    void oneThatEndsWhileItIsUsedCountsUntilThen() {
        int session = opened(2);
        try (Turn used = begin(new FetchMetadata(session, 1), Map.of())) {
            assertThat(error(new FetchMetadata(session, FetchMetadata.FINAL_EPOCH), Map.of())).isEqualTo(Errors.NONE);

            assertThat(used.news(List.of())).isEmpty();
            assertThat(sessions.count()).isEqualTo(1);
        }

        assertThat(sessions.count()).isZero();
        assertThat(sessions.heapBytes()).isZero();
        assertThat(next(session, 2)).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
    }

    private int opened(int partitions) {
        try (Turn turn = begin(FetchMetadata.INITIAL, wishes(partitions))) {
            return turn.sessionId();
        }
    }

    private Errors next(int session, int epoch) {
        return error(new FetchMetadata(session, epoch), Map.of());
    }

    private Errors error(FetchMetadata asked, Map<PartitionKey, Wish> wishes) {
        try (Turn turn = begin(asked, wishes)) {
            return turn.error();
        }
    }

    private Turn begin(FetchMetadata asked, Map<PartitionKey, Wish> wishes) {
        return sessions.begin(asked, false, wishes, List.of());
    }

    private static Map<PartitionKey, Wish> wishes(int count) {
        return wishes(count, "orders");
    }

    private static Map<PartitionKey, Wish> wishes(int count, String topic) {
        Map<PartitionKey, Wish> wishes = new LinkedHashMap<>();
        for (int partition = 0; partition < count; partition++) {
            PartitionKey key = new PartitionKey(topic, Uuid.ZERO_UUID, partition);
            wishes.put(key, new Wish(key, 0, 1, LeaderEpochs.UNKNOWN, LeaderEpochs.UNKNOWN));
        }
        return wishes;
    }
}
