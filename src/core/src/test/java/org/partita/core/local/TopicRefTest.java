package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.EarlierParts;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.PublishRequest;
import org.partita.core.idempotency.IdempotencyKey;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.metadata.TopicRef;

/** Topics that are meant exactly, and others that got their name. */
class TopicRefTest {
    private final BrokerBench bench = BrokerBench.started(new BrokerConfig(1, true));

    @Test
    void exactTopicIsPublishedToAndRead() {
        TopicRef exact = TopicRef.of(bench.create("orders", 1).topic());

        bench.get(bench.broker.publish(publish(exact)));

        assertThat(bench.get(bench.broker.fetch(fetch(exact))).nextOffset()).isEqualTo(1);
    }

    @Test
    void successorOfTheSameNameIsNeitherPublishedToNorRead() {
        TopicRef first = TopicRef.of(bench.create("orders", 1).topic());
        bench.get(bench.broker.deleteTopic("orders"));
        bench.create("orders", 1);

        assertThatThrownBy(() -> bench.get(bench.broker.publish(publish(first))))
            .isInstanceOf(TopicNotFoundException.class);
        assertThatThrownBy(() -> bench.get(bench.broker.fetch(fetch(first))))
            .isInstanceOf(TopicNotFoundException.class);

        assertThat(bench.values("orders", 0)).isEmpty();
    }

    @Test
    void exactTopicIsNotCreatedByAPublish() {
        TopicRef gone = TopicRef.of(bench.create("orders", 1).topic());
        bench.get(bench.broker.deleteTopic("orders"));

        assertThatThrownBy(() -> bench.get(bench.broker.publish(publish(gone))))
            .isInstanceOf(TopicNotFoundException.class);

        assertThat(bench.broker.metadata().topics()).isEmpty();
    }

    private static PublishRequest publish(TopicRef topic) {
        return new PublishRequest(topic, List.of(to(0, "a")), AckPolicy.QUORUM, 10_000, IdempotencyKey.NONE, List.of(),
            EarlierParts.NONE);
    }

    private static FetchRequest fetch(TopicRef topic) {
        return new FetchRequest(topic, 0, new StartAt.Earliest(), 10, 1_000, 0, 0);
    }
}
