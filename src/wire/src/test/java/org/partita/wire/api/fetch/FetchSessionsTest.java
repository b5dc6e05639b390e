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

    private long nowMillis = 5_000;
    private final FetchSessions sessions =
        new FetchSessions(new FetchLimits(2, 100, OLD_MILLIS, 1, 1, 1), () -> nowMillis);

    @Test
    void whenThereAreAsManyAsMayBeANewClientGoesOnWithout() {
        int first = opened(3);
        int second = opened(3);

        assertThat(opened(5)).isZero();
        assertThat(next(first, 1).error()).isEqualTo(Errors.NONE);
        assertThat(next(second, 1).error()).isEqualTo(Errors.NONE);
    }

    @Test
    void theOneThatIsNotUsedForTheLongestTimeGivesWay() {
        int first = opened(3);
        int second = opened(3);
        nowMillis += OLD_MILLIS / 2;
        next(first, 1);
        nowMillis += OLD_MILLIS / 2 + 1;

        assertThat(opened(1)).isNotZero();

        assertThat(next(second, 1).error()).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(next(first, 2).error()).isEqualTo(Errors.NONE);
    }

    @Test
    void oneThatIsUsedGivesWayToALargerOneWhenItIsOld() {
        int small = opened(2);
        int large = opened(9);
        nowMillis += OLD_MILLIS + 1;
        next(small, 1);
        next(large, 1);

        assertThat(opened(2)).isZero();
        assertThat(opened(3)).isNotZero();

        assertThat(next(small, 2).error()).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(next(large, 2).error()).isEqualTo(Errors.NONE);
    }

    @Test
    void partitionsOfAllSessionsAreBounded() {
        int first = opened(60);

        assertThat(opened(41)).isZero();
        assertThat(opened(40)).isNotZero();
        assertThat(sessions.partitions()).isEqualTo(100);

        Turn grown = sessions.begin(new FetchMetadata(first, 1), false, wishes(61), List.of());
        assertThat(grown.error()).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(sessions.partitions()).isEqualTo(40);
        assertThat(sessions.count()).isEqualTo(1);
    }

    @Test
    void aNewSessionOfAClientTakesThePlaceOfItsOldOne() {
        opened(1);
        int second = opened(1);

        Turn again = sessions.begin(new FetchMetadata(second, FetchMetadata.INITIAL_EPOCH), false, wishes(1),
            List.of());

        assertThat(again.sessionId()).isNotZero().isNotEqualTo(second);
        assertThat(sessions.count()).isEqualTo(2);
    }

    private int opened(int partitions) {
        return sessions.begin(FetchMetadata.INITIAL, false, wishes(partitions), List.of()).sessionId();
    }

    private Turn next(int session, int epoch) {
        return sessions.begin(new FetchMetadata(session, epoch), false, Map.of(), List.of());
    }

    private static Map<PartitionKey, Wish> wishes(int count) {
        Map<PartitionKey, Wish> wishes = new LinkedHashMap<>();
        for (int partition = 0; partition < count; partition++) {
            PartitionKey key = new PartitionKey("orders", Uuid.ZERO_UUID, partition);
            wishes.put(key, new Wish(key, 0, 1, LeaderEpochs.UNKNOWN, LeaderEpochs.UNKNOWN));
        }
        return wishes;
    }
}
