package org.partita.web.topics;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import jakarta.json.JsonValue;

import org.partita.core.broker.TopicChange;
import org.partita.web.json.MergePatch;

/** Body of a change of a topic; what is null was not given. */
public record ChangeTopicRequest(@MergePatch Integer partitions, @MergePatch Map<String, JsonValue> config) {
    TopicChange toTopicChange(String topic) {
        SortedMap<String, String> texts = new TreeMap<>();
        SortedSet<String> resets = new TreeSet<>();
        if (config != null) config.forEach((key, value) -> {
            if (value == null || value == JsonValue.NULL) resets.add(key);
            else texts.put(key, ConfigText.of(value));
        });
        return new TopicChange(topic, checkedPartitions(), texts, resets);
    }

    /** The number that stands for no change must not be sayable. */
    private int checkedPartitions() {
        if (partitions == null) return TopicChange.SAME;
        if (partitions < 1) throw invalid("partitions", "'partitions' must be 1 or more; found " + partitions + ".");
        return partitions;
    }
}
