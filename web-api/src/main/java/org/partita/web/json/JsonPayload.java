package org.partita.web.json;

import java.nio.ByteBuffer;

import org.partita.web.problem.ProblemException;

/** Tells bytes that may stand inside our own JSON from those that may not. */
public final class JsonPayload {
    private JsonPayload() {
    }

    /** Whether {@code bytes} are one strict JSON value and nothing else, not even white space around it. */
    public static boolean isOneValue(ByteBuffer bytes) {
        return StrictUtf8.decode(bytes).filter(JsonPayload::isOneValue).isPresent();
    }

    private static boolean isOneValue(String text) {
        if (text.isEmpty() || JsonCursor.isWhiteSpace(text.charAt(0))
            || JsonCursor.isWhiteSpace(text.charAt(text.length() - 1))) return false;
        try (JsonCursor in = JsonCursor.over(text)) {
            in.skipValue(in.next());
            in.finish();
            return true;
        } catch (ProblemException notJson) {
            return false;
        }
    }
}
