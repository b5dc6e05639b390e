package org.partita.web.json;

import jakarta.json.stream.JsonParser.Event;

/** Words for what was found where something else was expected. */
public final class JsonKinds {
    private JsonKinds() {
    }

    /** @param first the event a value begins with */
    public static String name(Event first) {
        return switch (first) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            default -> throw new IllegalStateException("no value begins with " + first);
        };
    }
}
