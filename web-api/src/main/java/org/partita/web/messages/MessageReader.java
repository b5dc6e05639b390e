package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

import jakarta.json.stream.JsonParser.Event;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.record.Bytes;
import org.partita.web.json.ExactNumbers;
import org.partita.web.json.JsonCursor;

/** Reads one message object. The bytes of its payload are those between the first and the last of the request. */
final class MessageReader {
    private static final String KNOWN =
        "key, keyBase64, payload, payloadBase64, headers, headerList, partition, timestampMs";

    private final JsonCursor in;
    private final String prefix;
    private final EnvelopeBuilder envelope;
    private final Set<String> seen = new HashSet<>();

    private MessageReader(JsonCursor in, String prefix) {
        this.in = in;
        this.prefix = prefix;
        this.envelope = new EnvelopeBuilder(prefix);
    }

    /**
     * @param in behind the start of the object; afterwards behind its end
     * @param prefix goes before the names of members in refusals, for example {@code messages[3].}
     */
    static OutboundMessage read(JsonCursor in, String prefix) {
        MessageReader reader = new MessageReader(in, prefix);
        while (in.next() == Event.KEY_NAME) reader.member(in.string());
        return reader.envelope.build();
    }

    /** As {@link #read}, for a caller that has the name of the first member already. */
    static OutboundMessage readFrom(JsonCursor in, String firstMember) {
        MessageReader reader = new MessageReader(in, "");
        reader.member(firstMember);
        while (in.next() == Event.KEY_NAME) reader.member(in.string());
        return reader.envelope.build();
    }

    private void member(String name) {
        String field = prefix + name;
        if (!seen.add(name)) throw invalid(field, "'" + field + "' is given twice.");
        switch (name) {
            case "payload" -> payload(in.cutValue());
            case "payloadBase64" -> envelope.payloadBytes(MemberReader.base64(in, in.next(), field));
            default -> optionalMember(name, field);
        }
    }

    private void payload(String json) {
        if (json.equals("null")) envelope.tombstone();
        else envelope.payloadJson(Bytes.of(json.getBytes(StandardCharsets.UTF_8)));
    }

    /** Members that may be null, which is the same as leaving them out. */
    private void optionalMember(String name, String field) {
        switch (name) {
            case "key", "keyBase64", "headers", "headerList", "partition", "timestampMs" -> {
                Event event = in.next();
                if (event != Event.VALUE_NULL) present(name, field, event);
            }
            default -> throw invalid(field, "'" + field + "' is not known here; known are " + KNOWN + ".");
        }
    }

    private void present(String name, String field, Event event) {
        switch (name) {
            case "key" -> envelope.key(MemberReader.text(in, event, field), field);
            case "keyBase64" -> envelope.key(MemberReader.base64(in, event, field), field);
            case "headers" -> envelope.headers(HeadersReader.object(in, event, field), field);
            case "headerList" -> envelope.headers(HeadersReader.list(in, event, field), field);
            case "partition" -> envelope.partition(ExactNumbers.toInt(number(event, field), field), field);
            default -> envelope.timestampMillis(ExactNumbers.toLong(number(event, field), field), field);
        }
    }

    private String number(Event event, String field) {
        if (event != Event.VALUE_NUMBER) throw MemberReader.wrongType(field, "an integer", event);
        return in.string();
    }
}
