package org.partita.web.metrics;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

import org.partita.core.broker.TopicTraffic;
import org.partita.web.metrics.SeriesRegistry.Series;

/**
 * The series of each topic, which end with it. A bounded number of topics has them; of the others only the totals of
 * the broker know. Used by one thread at a time.
 */
final class TopicSeries {
    static final int MAX_TOPICS = 1_000;
    private static final String LABEL = "topic";

    private final SeriesRegistry registry;
    private final Map<String, Shown> shown = new TreeMap<>();

    TopicSeries(SeriesRegistry registry) {
        this.registry = requireNonNull(registry, "registry");
    }

    /** @return how many topics have no series */
    int follow(List<TopicTraffic> all) {
        Map<String, UUID> there = new HashMap<>();
        all.forEach(topic -> there.put(topic.topic(), topic.id()));
        shown.values().removeIf(topic -> topic.endUnless(there));
        for (TopicTraffic topic : all) {
            if (shown.size() < MAX_TOPICS) shown.computeIfAbsent(topic.topic(), name -> new Shown(topic));
            Shown series = shown.get(topic.topic());
            if (series != null) series.follow(topic);
        }
        return all.size() - shown.size();
    }

    private static Series series(String name, String description, String topic) {
        return new Series(name, description, LABEL, topic);
    }

    private final class Shown {
        private final String topic;
        private final UUID id;
        private final List<Series> series;
        private final List<Total> totals;

        Shown(TopicTraffic traffic) {
            this.topic = traffic.topic();
            this.id = traffic.id();
            this.series = List.of(series("partita_topic_messages_in", "Messages of the topic stored", topic),
                series("partita_topic_bytes_in", "Bytes of the topic stored", topic),
                series("partita_topic_messages_out", "Messages of the topic fetched", topic),
                series("partita_topic_bytes_out", "Bytes of the topic fetched", topic));
            this.totals = series.stream().map(each -> new Total(registry, each)).toList();
        }

        void follow(TopicTraffic traffic) {
            totals.get(0).follow(traffic.messagesIn());
            totals.get(1).follow(traffic.bytesIn());
            totals.get(2).follow(traffic.messagesOut());
            totals.get(3).follow(traffic.bytesOut());
        }

        /** A topic of the same name that was created since begins at zero. */
        boolean endUnless(Map<String, UUID> there) {
            if (id.equals(there.get(topic))) return false;
            series.forEach(registry::remove);
            return true;
        }
    }
}
