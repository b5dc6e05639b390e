package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.partita.core.broker.NewTopic;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.core.metadata.TopicExistsException;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.metadata.TopicNotFoundException;

/** Deletion of a topic by its id, and creations that are only tried. */
class TopicByIdTest {
    private final BrokerBench bench = BrokerBench.started();

    @Test
    void theTopicOfTheIdIsDeletedAndNoOtherOfItsName() {
        UUID first = bench.create("orders", 1).topic().id();
        bench.get(bench.broker.deleteTopic(first));
        bench.create("orders", 1);

        assertThatThrownBy(() -> bench.get(bench.broker.deleteTopic(first))).isInstanceOf(TopicNotFoundException.class)
            .hasMessageContaining(first.toString());
        assertThat(bench.broker.metadata().topic("orders")).isPresent();
    }

    @Test
    void aTrialMakesNothing() {
        TopicMetadata planned = bench.get(bench.broker.tryCreation(wish("orders", 7)));

        assertThat(planned.partitions()).isEqualTo(7);
        assertThat(bench.broker.metadata().topics()).isEmpty();
        assertThat(bench.disk.partitions()).isEmpty();
    }

    @Test
    void aTrialIsRefusedAsACreationWouldBe() {
        bench.create("orders", 1);

        assertThatThrownBy(() -> bench.get(bench.broker.tryCreation(wish("orders", 1))))
            .isInstanceOf(TopicExistsException.class);
        assertThatThrownBy(() -> bench.get(bench.broker.tryCreation(wish("other", 0))))
            .isInstanceOf(InvalidRequestException.class);
    }

    private static NewTopic wish(String name, int partitions) {
        return new NewTopic(name, partitions, NewTopic.DEFAULT, Map.of());
    }
}
