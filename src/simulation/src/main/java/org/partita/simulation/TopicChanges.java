package org.partita.simulation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

import org.partita.core.broker.NewTopic;
import org.partita.core.broker.TopicChange;
import org.partita.core.local.LocalBroker;
import org.partita.simulation.invariant.Promises;
import org.partita.storage.BrokerException;

/** Changes settings of the topics that stay, one change of a topic at a time. All its values come from one number. */
final class TopicChanges {
    private static final int NUMBERS = 1_000;
    /** The simulated broker can write these. */
    private static final List<String> COMPRESSIONS = List.of("producer", "gzip", "uncompressed");

    private final SimulatedTopics topics;
    private final Promises promises;
    private final RandomGenerator random;
    private final Trace trace;
    private final Set<String> changing = new TreeSet<>();
    private long changed;

    TopicChanges(SimulatedTopics topics, Promises promises, RandomGenerator random, Trace trace) {
        this.topics = topics;
        this.promises = promises;
        this.random = random;
        this.trace = trace;
    }

    /** How many were acknowledged. */
    long changed() {
        return changed;
    }

    void change(LocalBroker broker) {
        NewTopic topic = topics.toCreate().get(random.nextInt(topics.toCreate().size()));
        if (!changing.add(topic.name())) return;
        Map<String, String> config = config(topic, random.nextInt(NUMBERS));
        trace.add("change " + topic.name() + " to " + config);
        promises.tell(each -> each.topicChangeAsked(topic.name(), config));
        broker.changeTopic(TopicChange.ofConfig(topic.name(), config, Set.of())).whenComplete((done, failure) -> {
            changing.remove(topic.name());
            trace.add("change " + topic.name() + (failure == null ? " done" : " failed"));
            if (failure == null) acknowledged(topic.name(), config);
            else failed(topic.name(), config, failure);
        });
    }

    /** Nothing that takes back what clients were promised: no retention, no shorter window, no weaker flush. */
    private Map<String, String> config(NewTopic topic, int number) {
        Map<String, String> config = new TreeMap<>();
        config.put("segment.bytes", "" + (SimulatedTopics.SMALL_SEGMENT_BYTES + 10 * number));
        config.put("segment.ms", "" + (5_000 + 100 * number));
        config.put("idempotency.window.ms", "" + (topics.windowMillis(topic.name()) + number));
        config.put("max.message.bytes", "" + (4_000 + number));
        config.put("compression.type", COMPRESSIONS.get(number / 2 % COMPRESSIONS.size()));
        config.put("message.timestamp.type", number % 5 < 2 ? "LogAppendTime" : "CreateTime");
        config.put("min.insync.replicas", number % 11 == 0 ? "2" : "1");
        if (topic.config().containsKey("flush")) config.put("flush", number % 2 == 0 ? "async" : "commit");
        return config;
    }

    private void acknowledged(String topic, Map<String, String> config) {
        changed++;
        promises.tell(each -> each.topicChanged(topic, config));
    }

    private void failed(String topic, Map<String, String> config, Throwable failure) {
        if (!(failure instanceof BrokerException ours)) {
            promises.fail(new IllegalStateException("a change failed in a way no client can understand", failure));
        } else if (!ours.code().equals("acknowledgement-timeout")) {
            promises.tell(each -> each.topicChangeRefused(topic, config));
        }
    }

    /** The process is gone: nobody will be told what became of the changes that are out. */
    void disconnected() {
        changing.clear();
    }
}
