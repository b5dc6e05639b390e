package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.Arrays;
import java.util.Base64;

import jakarta.json.stream.JsonParser.Event;

import org.partita.core.record.Bytes;
import org.partita.web.json.JsonCursor;
import org.partita.web.json.JsonKinds;
import org.partita.web.json.StrictUtf8;

/** Reads single values of the message envelope and names the member when one does not fit. */
final class MemberReader {
    private static final int GROUP_BYTES = 3;
    private static final int GROUP_CHARACTERS = 4;

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
            byte[] bytes = Base64.getDecoder().decode(text);
            if (isCanonical(text, bytes)) return Bytes.of(bytes);
        } catch (IllegalArgumentException malformed) {
            throw notBase64(field);
        }
        throw notBase64(field);
    }

    /** The decoder of the JDK takes text without its padding, and bits behind the last byte. */
    private static boolean isCanonical(String text, byte[] bytes) {
        byte[] last = Arrays.copyOfRange(bytes, bytes.length - bytes.length % GROUP_BYTES, bytes.length);
        return text.length() % GROUP_CHARACTERS == 0 && text.endsWith(Base64.getEncoder().encodeToString(last));
    }

    private static RuntimeException notBase64(String field) {
        return invalid(field, "'" + field + "' must be base64 as in RFC 4648, section 4: of A-Z, a-z, 0-9, + and /, "
            + "with its padding (=) and no bits behind the last byte.");
    }
}
