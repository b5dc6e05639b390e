package org.partita.web.topics;

import static org.partita.web.problem.ProblemException.invalid;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.partita.core.metadata.InvalidNameException;
import org.partita.core.metadata.TopicName;
import org.partita.web.json.StrictUtf8;

/** Where a list of topics goes on: behind a name. Opaque to clients. */
final class TopicCursor {
    private TopicCursor() {
    }

    static String behind(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(StandardCharsets.UTF_8));
    }

    /** @return the name to go on behind */
    static String parse(String cursor) {
        try {
            String name = TopicName.requireValid(StrictUtf8.decode(ByteBuffer.wrap(
                Base64.getUrlDecoder().decode(cursor))).orElseThrow(TopicCursor::unknown));
            if (!behind(name).equals(cursor)) throw unknown();
            return name;
        } catch (IllegalArgumentException | InvalidNameException malformed) {
            throw unknown();
        }
    }

    private static RuntimeException unknown() {
        return invalid("cursor", "'cursor' is not one that this API gave out; start without it.");
    }
}
