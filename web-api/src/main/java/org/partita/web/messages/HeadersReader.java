package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import jakarta.json.stream.JsonParser.Event;

import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;
import org.partita.web.json.JsonCursor;
import org.partita.web.json.StrictUtf8;

/** Reads the two forms of message headers: an object of strings, or a list where order, repeats and bytes matter. */
final class HeadersReader {
    /** A header is an object on the heap, many times its size in the body. */
    static final int MAX_HEADERS = 1_000;
    private static final String RESERVED_PREFIX = "partita-";

    private HeadersReader() {
    }

    /** {@code {"name":"value"}}; the cursor stands behind the first event of the value. */
    static List<RecordHeader> object(JsonCursor in, Event first, String field) {
        if (first != Event.START_OBJECT) throw MemberReader.wrongType(field, "an object of strings", first);
        List<RecordHeader> headers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (in.next() == Event.KEY_NAME) {
            String name = in.string();
            String path = field + "." + name;
            requireName(name, path);
            if (!names.add(name)) throw invalid(path, "'" + path + "' is given twice; use headerList for repeats.");
            headers.add(new RecordHeader(name, MemberReader.text(in, in.next(), path)));
            requireRoom(headers, field);
        }
        return headers;
    }

    /** {@code [{"name":"n","value":"v"}]}, with {@code valueBase64} for bytes and {@code "value":null} for null. */
    static List<RecordHeader> list(JsonCursor in, Event first, String field) {
        if (first != Event.START_ARRAY) throw MemberReader.wrongType(field, "an array of objects", first);
        List<RecordHeader> headers = new ArrayList<>();
        for (Event event = in.next(); event != Event.END_ARRAY; event = in.next()) {
            headers.add(entry(in, event, field + "[" + headers.size() + "]"));
            requireRoom(headers, field);
        }
        return headers;
    }

    private static RecordHeader entry(JsonCursor in, Event first, String path) {
        if (first != Event.START_OBJECT) throw MemberReader.wrongType(path, "an object", first);
        String name = null;
        Bytes value = null;
        while (in.next() == Event.KEY_NAME) {
            String member = in.string();
            String field = path + "." + member;
            Event event = in.next();
            switch (member) {
                case "name" -> name = once(name, name(in, event, field), field);
                case "value" -> value = once(value, textOrNull(in, event, field), field);
                case "valueBase64" -> value = once(value, MemberReader.base64(in, event, field), field);
                default -> throw invalid(field,
                    "'" + field + "' is not known here; known are name, value, valueBase64.");
            }
        }
        if (name == null) throw invalid(path + ".name", "'" + path + ".name' is required.");
        if (value == null) throw invalid(path + ".value", "'" + path + "' needs value or valueBase64.");
        return new RecordHeader(name, value);
    }

    private static void requireRoom(List<RecordHeader> headers, String field) {
        if (headers.size() <= MAX_HEADERS) return;
        throw invalid(field, "'" + field + "' has more than " + MAX_HEADERS + " headers, the limit of a message.");
    }

    private static <T> T once(T before, T now, String field) {
        if (before != null) throw invalid(field, "'" + field + "' is given twice, or beside the other form of it.");
        return now;
    }

    private static Bytes textOrNull(JsonCursor in, Event event, String field) {
        return event == Event.VALUE_NULL ? Bytes.NULL : MemberReader.text(in, event, field);
    }

    private static String name(JsonCursor in, Event event, String field) {
        if (event != Event.VALUE_STRING) throw MemberReader.wrongType(field, "a string", event);
        String name = in.string();
        requireName(name, field);
        return name;
    }

    static void requireName(String name, String field) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals(ContentTypes.HEADER) || lower.startsWith(RESERVED_PREFIX)) {
            throw invalid(field, "The header name '" + name + "' is reserved; content-type and names that begin with "
                + RESERVED_PREFIX + " are set by the broker.");
        }
        if (StrictUtf8.encode(name).isEmpty()) {
            throw invalid(field, "A header name has half of a surrogate pair, which is no text.");
        }
    }
}
