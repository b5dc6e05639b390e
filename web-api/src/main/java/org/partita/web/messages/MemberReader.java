package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.Base64;

import jakarta.json.stream.JsonParser.Event;

import org.partita.core.record.Bytes;
import org.partita.web.json.JsonCursor;
import org.partita.web.json.JsonKinds;
import org.partita.web.json.StrictUtf8;

/** Reads single values of the message envelope and names the member when one does not fit. */
final class MemberReader {
    private MemberReader() {
    }

    static RuntimeException wrongType(String field, String expected, Event found) {
        return invalid(field, "'" + field + "' must be " + expected + "; found " + JsonKinds.name(found) + ".");
    }

    /** The UTF-8 bytes of a JSON string. */
    static Bytes text(JsonCursor in, Event event, String field) {
        if (event != Event.VALUE_STRING) throw wrongType(field, "a string", event);
        return StrictUtf8.encode(in.string()).map(Bytes::of).orElseThrow(() -> invalid(field,
            "'" + field + "' has half of a surrogate pair, which is no text; send bytes as base64."));
    }

    static Bytes base64(JsonCursor in, Event event, String field) {
        if (event != Event.VALUE_STRING) throw wrongType(field, "a base64 string", event);
        return base64(in.string(), field);
    }

    static Bytes base64(String text, String field) {
        try {
            return Bytes.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException malformed) {
            throw invalid(field, "'" + field + "' is not valid base64 (RFC 4648, section 4).");
        }
    }
}
