package org.partita.web.topics;

import jakarta.json.JsonString;
import jakarta.json.JsonValue;

/** A setting as the core reads it: clients may write it as a string, a number or a boolean. */
final class ConfigText {
    private ConfigText() {
    }

    static String of(JsonValue value) {
        return value instanceof JsonString string ? string.getString() : value.toString();
    }
}
