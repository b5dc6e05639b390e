package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.core.local.BrokerBench.to;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.TopicChange;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.core.record.Codec;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.StorageException;

/** Compression that a topic asks for and the broker cannot give: never, or not at the moment. */
class UnusableCompressionTest {
    /** Room for one compression at a time, for one always fits. */
    private final BrokerBench bench = BrokerBench.started(BrokerBench.limits(
        new BrokerLimits(10, 10, 1_000_000, 1_000_000, 10, 10, 10_000, 1, 1, 1, 500, 1000)));
    private final Queue<Runnable> meanwhile = new ArrayDeque<>();

    @Test
    void codecThatCannotBeLoadedRefusesThePublishAndSaysWhatToDo() {
        bench.create("orders", 2, "compression.type", "gzip");
        loseTheCodec();

        assertThatThrownBy(() -> bench.publish("orders", to(0, "a"), to(1, "b")))
            .isInstanceOf(LeaderUnavailableException.class).hasMessageContaining("gzip")
            .hasMessageContaining("Set compression.type");

        change("orders", "compression.type", "producer");
        assertThat(bench.publishTo("orders", 0, "c")).isZero();
        assertThat(bench.publishTo("orders", 1, "d")).isZero();
    }

    @Test
    void topicThatAsksForACodecThatCannotBeLoadedIsRefused() {
        bench.create("plain", 1);
        loseTheCodec();

        assertRefused(() -> bench.create("other", 1, "compression.type", "gzip"));
        assertRefused(() -> bench.get(bench.broker.tryCreation(new NewTopic("other", 1, 1,
            Map.of("compression.type", "gzip")))));
        assertRefused(() -> change("plain", "compression.type", "gzip"));

        assertThat(bench.broker.metadata().topics()).containsOnlyKeys("plain");
        assertThat(bench.publishTo("plain", 0, "a")).isZero();
    }

    @Test
    void topicWhoseCodecIsLostCanBeChangedInOtherWays() {
        bench.create("orders", 1, "compression.type", "gzip");
        loseTheCodec();

        change("orders", "segment.ms", "70000");

        assertThat(bench.broker.metadata().topics().get("orders").config().segmentMillis()).isEqualTo(70_000);
    }

    @Test
    void publishThatFindsNoRoomForItsCompressionIsRefused() {
        createWithAnObservedCodec();
        Queue<CompletionStage<List<PublishOutcome>>> second = new ArrayDeque<>();
        meanwhile.add(() -> second.add(bench.startPublish("orders", to(0, "b"))));

        assertThat(bench.publishTo("orders", 0, "a")).isZero();

        assertThatThrownBy(() -> bench.get(second.remove())).isInstanceOf(LeaderUnavailableException.class);
        assertThat(bench.publishTo("orders", 0, "c")).isEqualTo(1);
        assertThat(bench.values("orders", 0)).containsExactly("a", "c");
    }

    @Test
    void publishWithoutCompressionNeedsNoRoomForIt() {
        createWithAnObservedCodec();
        bench.create("plain", 1);
        Queue<CompletionStage<List<PublishOutcome>>> second = new ArrayDeque<>();
        meanwhile.add(() -> second.add(bench.startPublish("plain", to(0, "b"))));

        bench.publishTo("orders", 0, "a");

        assertThat(bench.get(second.remove())).hasOnlyElementsOfType(PublishOutcome.Stored.class);
    }

    @Test
    void compressionThatFailsGivesItsRoomBack() {
        createWithAnObservedCodec();
        meanwhile.add(() -> {
            throw new StorageException("injected");
        });
        assertThatThrownBy(() -> bench.publishTo("orders", 0, "a")).isInstanceOf(LeaderUnavailableException.class);
        meanwhile.add(() -> {
            throw new IllegalStateException("injected");
        });
        CompletionStage<List<PublishOutcome>> unforeseen = bench.startPublish("orders", to(0, "b"));
        assertThatThrownBy(() -> bench.get(unforeseen)).isInstanceOf(StorageException.class)
            .hasRootCauseMessage("injected");

        assertThat(bench.publishTo("orders", 0, "c")).isZero();
    }

    private void createWithAnObservedCodec() {
        bench.create("orders", 1, "compression.type", "gzip");
        bench.codecs = Codecs.NONE.with(Compression.GZIP, new ObservedCodec());
        bench.stopAndStart();
    }

    private void loseTheCodec() {
        bench.codecs = Codecs.NONE.with(Compression.GZIP, new ObservedCodec());
        bench.stopAndStart();
        Runnable lost = () -> {
            throw new StorageException("it cannot be used, its library was not loaded");
        };
        for (int i = 0; i < 10; i++) meanwhile.add(lost);
    }

    private static void assertRefused(ThrowingCallable asking) {
        assertThatThrownBy(asking).isInstanceOfSatisfying(InvalidRequestException.class, refused ->
            assertThat(refused.field()).isEqualTo("config.compression.type"));
    }

    private void change(String topic, String key, String value) {
        bench.get(bench.broker.changeTopic(TopicChange.ofConfig(topic, Map.of(key, value), Set.of())));
    }

    /** Compresses nothing, and lets something happen meanwhile. */
    private final class ObservedCodec implements Codec {
        @Override
        public ByteBuffer compress(ByteBuffer records) {
            Runnable next = meanwhile.poll();
            if (next != null) next.run();
            return records.duplicate();
        }

        @Override
        public ByteBuffer decompress(ByteBuffer compressed, int maxBytes) {
            return compressed.duplicate();
        }
    }
}
