package org.partita.web.json;

import static org.partita.web.problem.ProblemException.invalid;
import static org.partita.web.problem.ProblemException.invalidJson;

import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import jakarta.json.stream.JsonParser.Event;

/**
 * Binds a JSON object to a request record, or says which member is wrong.
 *
 * <p>The text is checked against the record before JSON-B binds it, because a binder alone would turn 3.7 into 3 and a
 * missing or misspelt member into nothing. Components are String, Integer, Long, Boolean or a map of scalars; those
 * marked {@link Required} must be there. A member that is null counts as missing, but for those marked
 * {@link MergePatch}.
 */
public final class StrictBinder {
    private StrictBinder() {
    }

    public static <T extends Record> T bind(byte[] body, Class<T> type) {
        try (JsonCursor in = JsonCursor.over(body)) {
            if (in.next() != Event.START_OBJECT) throw invalidJson("The body must be one JSON object.");
            checkMembers(in, type);
            in.finish();
            return JsonBinding.read(in.text(), type);
        }
    }

    private static void checkMembers(JsonCursor in, Class<? extends Record> type) {
        Map<String, RecordComponent> expected = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) expected.put(component.getName(), component);
        Set<String> seen = new HashSet<>();
        Set<String> given = new HashSet<>();
        while (in.next() == Event.KEY_NAME) {
            String name = in.string();
            RecordComponent component = expected.get(name);
            if (component == null) throw unknown(name, expected.keySet());
            if (!seen.add(name)) throw invalid(name, "'" + name + "' is given twice.");
            if (checkValue(in, in.next(), component)) given.add(name);
        }
        for (RecordComponent component : expected.values()) {
            if (component.isAnnotationPresent(Required.class) && !given.contains(component.getName())) {
                throw invalid(component.getName(), "'" + component.getName() + "' is required.");
            }
        }
    }

    /** @return whether there is a value, that is not null */
    private static boolean checkValue(JsonCursor in, Event event, RecordComponent component) {
        String name = component.getName();
        boolean patch = component.isAnnotationPresent(MergePatch.class);
        if (event == Event.VALUE_NULL && patch) throw invalid(name, "'" + name + "' must not be null; leave it out.");
        if (event == Event.VALUE_NULL) return false;
        Class<?> type = component.getType();
        if (type == Map.class) checkScalars(in, event, name, patch);
        else if (type == String.class) require(event == Event.VALUE_STRING, name, "a string", event);
        else if (type == Boolean.class) require(isBoolean(event), name, "true or false", event);
        else if (type == Integer.class || type == Long.class) checkNumber(in, event, component);
        else throw new IllegalStateException("component '" + name + "' of type " + type + " cannot be bound");
        return true;
    }

    private static void checkNumber(JsonCursor in, Event event, RecordComponent component) {
        String name = component.getName();
        require(event == Event.VALUE_NUMBER, name, "an integer", event);
        if (component.getType() == Integer.class) ExactNumbers.toInt(in.string(), name);
        else ExactNumbers.toLong(in.string(), name);
    }

    private static void checkScalars(JsonCursor in, Event event, String field, boolean nulls) {
        require(event == Event.START_OBJECT, field, "an object", event);
        Set<String> seen = new HashSet<>();
        while (in.next() == Event.KEY_NAME) {
            String path = field + "." + in.string();
            if (!seen.add(path)) throw invalid(path, "'" + path + "' is given twice.");
            Event value = in.next();
            if (nulls && value == Event.VALUE_NULL) continue;
            boolean scalar = value == Event.VALUE_STRING || value == Event.VALUE_NUMBER || isBoolean(value);
            require(scalar, path, "a string, a number, true or false", value);
            if (value == Event.VALUE_NUMBER) checkLength(in.string(), path);
        }
    }

    private static void checkLength(String number, String path) {
        if (number.length() > ExactNumbers.MAX_CHARACTERS) {
            throw invalid(path, "'" + path + "' has " + number.length() + " digits; at most "
                + ExactNumbers.MAX_CHARACTERS + " are read.");
        }
    }

    private static boolean isBoolean(Event event) {
        return event == Event.VALUE_TRUE || event == Event.VALUE_FALSE;
    }

    private static void require(boolean fits, String field, String expected, Event found) {
        if (fits) return;
        throw invalid(field, "'" + field + "' must be " + expected + "; found " + JsonKinds.name(found) + ".");
    }

    private static RuntimeException unknown(String name, Set<String> expected) {
        return invalid(name, "'" + name + "' is not known here; known are " + String.join(", ", expected) + ".");
    }
}
