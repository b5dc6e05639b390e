package org.partita.web.topics;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.json.JsonValue;

import org.partita.core.broker.NewTopic;
import org.partita.web.json.Required;

/** Body of a topic creation; what is null was not given. */
public record CreateTopicRequest(@Required String name, Integer partitions, Integer replicationFactor,
                                 Map<String, JsonValue> config) {
    NewTopic toNewTopic() {
        Map<String, String> texts = new LinkedHashMap<>();
        if (config != null) config.forEach((key, value) -> texts.put(key, ConfigText.of(value)));
        return new NewTopic(name, orDefault(partitions, "partitions"), orDefault(replicationFactor,
            "replicationFactor"), texts);
    }

    /** The number that stands for the default must not be sayable. */
    private static int orDefault(Integer given, String field) {
        if (given == null) return NewTopic.DEFAULT;
        if (given < 1) throw invalid(field, "'" + field + "' must be 1 or more; found " + given + ".");
        return given;
    }
}
