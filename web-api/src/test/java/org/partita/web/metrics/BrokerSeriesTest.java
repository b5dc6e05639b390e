package org.partita.web.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

import org.junit.jupiter.api.Test;

import org.partita.broker.WireFigures;
import org.partita.broker.WireFigures.Times;
import org.partita.core.broker.DirectoryStatus;
import org.partita.core.broker.TopicTraffic;
import org.partita.storage.StoreStatistics;

class BrokerSeriesTest {
    private final ShownSeries shown = new ShownSeries();

    @Test
    void brokerThatDoesNotServeYetHasItsSeriesAtZero() {
        BrokerSeries series = new BrokerSeries(shown, Optional::empty);

        series.follow();

        assertThat(shown.value("partita_ready")).isZero();
        assertThat(shown.value("partita_messages_in")).isZero();
        assertThat(shown.value("partita_offline_partitions")).isZero();
        assertThat(shown.value("partita_wire_connections")).isZero();
        assertThat(shown.counters).hasSize(BrokerTotal.values().length + 1);
    }

    @Test
    void seriesOfTheListenerFollowItsFigures() {
        WireSeries wire = new WireSeries(shown);

        Times before = new Times(List.of(1_000L), List.of(1L, 1L), 300);
        Times now = new Times(List.of(1_000L), List.of(2L, 3L), 9_000);

        wire.follow(new WireFigures(7, 2, 1_000, 50, before, before, new TreeMap<>()));
        wire.follow(new WireFigures(5, 3, 2_000, 60, now, before, new TreeMap<>(Map.of("INVALID_RECORD", 4L))));

        assertThat(shown.value("partita_wire_connections")).isEqualTo(5);
        assertThat(shown.value("partita_wire_connections_refused")).isEqualTo(3);
        assertThat(shown.value("partita_wire_request_bytes")).isEqualTo(2_000);
        assertThat(shown.value("partita_wire_unsent_bytes")).isEqualTo(60);
        assertThat(shown.value("partita_wire_produce_micros_bucket{1000}")).isEqualTo(2);
        assertThat(shown.value("partita_wire_produce_micros_bucket{+Inf}")).isEqualTo(3);
        assertThat(shown.value("partita_wire_produce_micros_sum")).isEqualTo(9_000);
        assertThat(shown.value("partita_wire_fetch_micros_bucket{+Inf}")).isEqualTo(1);
        assertThat(shown.value("partita_wire_errors{INVALID_RECORD}")).isEqualTo(4);
    }

    @Test
    void b157TopicsWhoseNamesDifferInOneSignHaveSeriesOfTheirOwn() {
        TopicSeries topics = new TopicSeries(shown);

        topics.follow(List.of(traffic("a-b", 1, 1), traffic("a.b", 2, 2), traffic("a_b", 3, 3)));

        assertThat(shown.value("partita_topic_messages_in{a-b}")).isEqualTo(1);
        assertThat(shown.value("partita_topic_messages_in{a.b}")).isEqualTo(2);
        assertThat(shown.value("partita_topic_messages_in{a_b}")).isEqualTo(3);
    }

    @Test
    void countersFollowTheTotalsAndNeverFall() {
        TopicSeries topics = new TopicSeries(shown);

        topics.follow(List.of(traffic("orders", 1, 5)));
        topics.follow(List.of(traffic("orders", 1, 3)));
        assertThat(shown.value("partita_topic_messages_in{orders}")).isEqualTo(5);
        topics.follow(List.of(traffic("orders", 1, 9)));

        assertThat(shown.value("partita_topic_messages_in{orders}")).isEqualTo(9);
        assertThat(shown.value("partita_topic_bytes_in{orders}")).isEqualTo(90);
        assertThat(shown.value("partita_topic_messages_out{orders}")).isEqualTo(18);
        assertThat(shown.value("partita_topic_bytes_out{orders}")).isEqualTo(180);
    }

    @Test
    void seriesEndWithTheirTopic() {
        TopicSeries topics = new TopicSeries(shown);
        topics.follow(List.of(traffic("kept", 1, 1), traffic("deleted", 2, 2)));

        topics.follow(List.of(traffic("kept", 1, 1)));

        assertThat(shown.counters.keySet()).allMatch(name -> name.endsWith("{kept}")).hasSize(4);
    }

    @Test
    void topicOfTheSameNameAfterADeletionBeginsAtZero() {
        TopicSeries topics = new TopicSeries(shown);
        topics.follow(List.of(traffic("orders", 1, 100)));

        topics.follow(List.of(traffic("orders", 2, 3)));

        assertThat(shown.value("partita_topic_messages_in{orders}")).isEqualTo(3);
    }

    @Test
    void b172NumberOfSeriesIsBoundedAndThoseOfOldTopicsStay() {
        TopicSeries topics = new TopicSeries(shown);
        List<TopicTraffic> all = new ArrayList<>();
        for (int i = 0; i < TopicSeries.MAX_TOPICS; i++) all.add(traffic("topic-" + i, i, 1));
        topics.follow(all);
        for (int i = 0; i < 500; i++) all.add(0, traffic("a-" + i, 5_000 + i, 1));

        int without = topics.follow(all);

        assertThat(without).isEqualTo(500);
        assertThat(shown.counters).hasSize(4 * TopicSeries.MAX_TOPICS).containsKey("partita_topic_bytes_in{topic-999}");
        assertThat(topics.follow(all.subList(0, 600))).isZero();
        assertThat(topics.follow(List.of())).isZero();
        assertThat(shown.counters).isEmpty();
    }

    @Test
    void directoryThatCannotBeWrittenToIsShownWithItsLastFigures() {
        DirectorySeries directories = new DirectorySeries(shown);
        directories.follow(directories(true), Map.of(1, disk(100, 40), 2, disk(10, 1)));

        directories.follow(directories(false), Map.of(2, disk(10, 2)));

        assertThat(shown.value("partita_directory_writable{1}")).isZero();
        assertThat(shown.value("partita_directory_usable_bytes{1}")).isEqualTo(40);
        assertThat(shown.value("partita_directory_used_bytes{1}")).isEqualTo(60);
        assertThat(shown.value("partita_directory_writable{2}")).isEqualTo(1);
        assertThat(shown.value("partita_directory_usable_bytes{2}")).isEqualTo(2);
        assertThat(shown.gauges).hasSize(8);
    }

    private static List<DirectoryStatus> directories(boolean first) {
        return List.of(new DirectoryStatus(1, first), new DirectoryStatus(2, true));
    }

    private static StoreStatistics disk(long totalBytes, long usableBytes) {
        return new StoreStatistics(0, 0, 0, 0, 0, totalBytes, usableBytes);
    }

    private static TopicTraffic traffic(String topic, long id, long messages) {
        return new TopicTraffic(topic, new UUID(0, id), messages, 10 * messages, 2 * messages, 20 * messages);
    }

    /** As the server shows them: one of a name and label value at a time. */
    private static final class ShownSeries implements SeriesRegistry {
        private final Map<String, Long> counters = new TreeMap<>();
        private final Map<String, LongSupplier> gauges = new TreeMap<>();

        long value(String series) {
            return counters.containsKey(series) ? counters.get(series) : gauges.get(series).getAsLong();
        }

        @Override
        public LongConsumer counter(Series series) {
            counters.putIfAbsent(name(series), 0L);
            return more -> counters.merge(name(series), more, Long::sum);
        }

        @Override
        public void gauge(Series series, LongSupplier value) {
            assertThat(gauges.put(name(series), value)).isNull();
        }

        @Override
        public void remove(Series series) {
            assertThat(counters.remove(name(series))).isNotNull();
        }

        private static String name(Series series) {
            return series.label().isEmpty() ? series.name() : series.name() + "{" + series.labelValue() + "}";
        }
    }
}
