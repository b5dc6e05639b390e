package org.partita.store.directory;

import java.util.UUID;

/** Content of {@code topic.json}: for people who look into a data directory. Nothing reads it back. */
final class TopicLabel {
    private TopicLabel() {
    }

    static String json(UUID topicId, String topicName) {
        StringBuilder escaped = new StringBuilder();
        topicName.chars().forEach(c -> {
            if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate((char) c)) {
                escaped.append(String.format("\\u%04x", c));
            } else {
                escaped.append((char) c);
            }
        });
        return "{\"id\":\"" + topicId + "\",\"name\":\"" + escaped + "\"}\n";
    }
}
