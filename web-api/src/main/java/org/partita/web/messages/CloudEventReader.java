package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;
import static org.partita.web.problem.ProblemException.invalidJson;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import jakarta.json.stream.JsonParser.Event;
import jakarta.ws.rs.core.HttpHeaders;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.record.Bytes;
import org.partita.web.json.ExactNumbers;
import org.partita.web.json.JsonCursor;
import org.partita.web.json.StrictUtf8;

/** Reads CloudEvents in the three modes of their HTTP protocol binding. */
final class CloudEventReader {
    static final String FIELD_PREFIX = "ce-";
    private static final String DATA = "data";
    private static final String DATA_BASE64 = "data_base64";

    private final JsonCursor in;
    private final String prefix;
    private final CloudEventBuilder event;
    private final Set<String> seen = new HashSet<>();
    private Optional<String> json = Optional.empty();
    private Optional<Bytes> binary = Optional.empty();

    private CloudEventReader(JsonCursor in, String prefix) {
        this.in = in;
        this.prefix = prefix;
        this.event = new CloudEventBuilder(prefix);
    }

    /** Structured mode: the body is one event. */
    static PublishBody readOne(byte[] body) {
        try (JsonCursor in = JsonCursor.over(body)) {
            if (in.next() != Event.START_OBJECT) throw invalidJson("The body must be one event, a JSON object.");
            OutboundMessage message = new CloudEventReader(in, "").read();
            in.finish();
            return new PublishBody(List.of(message), false);
        }
    }

    /** Batched mode: the body is an array of events. */
    static PublishBody readBatch(byte[] body) {
        try (JsonCursor in = JsonCursor.over(body)) {
            if (in.next() != Event.START_ARRAY) throw invalidJson("The body must be a JSON array of events.");
            List<OutboundMessage> messages = new ArrayList<>();
            for (Event next = in.next(); next != Event.END_ARRAY; next = in.next()) {
                String path = "[" + messages.size() + "]";
                PublishBody.requireRoom(messages.size());
                if (next != Event.START_OBJECT) throw MemberReader.wrongType(path, "an event object", next);
                messages.add(new CloudEventReader(in, path + ".").read());
            }
            in.finish();
            if (messages.isEmpty()) throw invalid("[]", "The batch is empty; send at least one event.");
            return new PublishBody(messages, true);
        }
    }

    /** Whether the event's attributes are in header fields. One is enough: that another is missing can be said then. */
    static boolean isBinary(HttpHeaders http) {
        return field(http).isPresent();
    }

    /** A header field that is an attribute. */
    static Optional<String> field(HttpHeaders http) {
        return http.getRequestHeaders().keySet().stream().map(name -> name.toLowerCase(Locale.ROOT))
            .filter(name -> name.startsWith(FIELD_PREFIX)).findFirst();
    }

    /** Binary mode: the body is the event's data. */
    static PublishBody readBinary(byte[] body, HttpHeaders http) {
        CloudEventBuilder event = new CloudEventBuilder(FIELD_PREFIX);
        Map<String, List<String>> ordered = new TreeMap<>();
        http.getRequestHeaders().forEach((field, values) -> ordered.put(field.toLowerCase(Locale.ROOT), values));
        ordered.forEach((lower, values) -> {
            if (!lower.startsWith(FIELD_PREFIX)) return;
            String name = lower.substring(FIELD_PREFIX.length());
            if (values.size() > 1) throw invalid(lower, "'" + lower + "' is given twice.");
            if (name.equals(CloudEventBuilder.CONTENT_TYPE)) {
                throw invalid(lower, "Say the type of the data in Content-Type, not in '" + lower + "'.");
            }
            event.attribute(name, StrictUtf8.decode(PercentText.decode(values.get(0), lower).buffer()).orElseThrow());
        });
        String type = http.getHeaderString(HttpHeaders.CONTENT_TYPE);
        if (type != null) event.contentType(type);
        if (type != null && ContentTypes.isJson(type)) requireJson(body);
        event.data(Bytes.of(body));
        return new PublishBody(List.of(event.message()), false);
    }

    private static void requireJson(byte[] body) {
        try (JsonCursor in = JsonCursor.over(body)) {
            in.skipValue(in.next());
            in.finish();
        }
    }

    private OutboundMessage read() {
        while (in.next() == Event.KEY_NAME) member(in.string());
        if (json.isPresent() && binary.isPresent()) {
            throw invalid(prefix + DATA_BASE64, "Give either data or data_base64, not both.");
        }
        json.ifPresent(this::jsonData);
        binary.ifPresent(event::data);
        return event.message();
    }

    private void member(String name) {
        String field = prefix + name;
        if (!seen.add(name)) throw invalid(field, "'" + field + "' is given twice.");
        if (name.equals(DATA)) {
            String value = in.cutValue();
            if (!value.equals("null")) json = Optional.of(value);
            return;
        }
        Event value = in.next();
        if (value == Event.VALUE_NULL) return;
        switch (name) {
            case DATA_BASE64 -> binary = Optional.of(MemberReader.base64(in, value, field));
            case CloudEventBuilder.CONTENT_TYPE -> contentType(value, field);
            default -> event.attribute(name, attribute(value, field));
        }
    }

    private void contentType(Event value, String field) {
        if (value != Event.VALUE_STRING) throw MemberReader.wrongType(field, "a string", value);
        String type = in.string();
        if (!ContentTypes.isPlausible(type)) {
            throw invalid(field, "'" + field + "' must be a media type, for example application/json.");
        }
        event.contentType(type);
    }

    /** Attributes are stored as text; numbers are integers of 32 bits there. */
    private String attribute(Event value, String field) {
        return switch (value) {
            case VALUE_STRING -> in.string();
            case VALUE_TRUE -> "true";
            case VALUE_FALSE -> "false";
            case VALUE_NUMBER -> Integer.toString(ExactNumbers.toInt(in.string(), field));
            default -> throw MemberReader.wrongType(field, "a string, a boolean or an integer", value);
        };
    }

    /** Data of a type that is not JSON is text, in a JSON string. */
    private void jsonData(String value) {
        if (event.contentType().isEmpty()) event.contentType(ContentTypes.JSON);
        if (ContentTypes.isJson(event.contentType().orElseThrow())) {
            event.data(Bytes.of(value.getBytes(StandardCharsets.UTF_8)));
            return;
        }
        try (JsonCursor text = JsonCursor.over(value)) {
            Event first = text.next();
            if (first != Event.VALUE_STRING) {
                throw MemberReader.wrongType(prefix + DATA, "a string, because datacontenttype is not JSON", first);
            }
            event.data(MemberReader.text(text, first, prefix + DATA));
        }
    }
}
