package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

import org.partita.core.record.Bytes;
import org.partita.web.json.StrictUtf8;

/** Text as it stands in a query or a header field: ASCII, all else as percent-encoded UTF-8 (RFC 3986, section 2.1). */
final class PercentText {
    private PercentText() {
    }

    /**
     * The UTF-8 bytes of {@code encoded}.
     *
     * @param field for the refusal
     */
    static Bytes decode(String encoded, String field) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char unit = encoded.charAt(i);
            if (unit > '~' || unit < ' ' && unit != '\t') throw refused(field);
            if (unit == '%') {
                bytes.write(hex(encoded, i + 1, field) << 4 | hex(encoded, i + 2, field));
                i += 2;
            } else {
                bytes.write(unit);
            }
        }
        byte[] decoded = bytes.toByteArray();
        if (StrictUtf8.decode(ByteBuffer.wrap(decoded)).isEmpty()) throw refused(field);
        return Bytes.of(decoded);
    }

    /** As {@link #decode}, for a query, where a plus sign stands for a space. */
    static Bytes decodeQuery(String encoded, String field) {
        return decode(encoded.replace('+', ' '), field);
    }

    private static int hex(String encoded, int at, String field) {
        int digit = at < encoded.length() && encoded.charAt(at) <= 'f' ? Character.digit(encoded.charAt(at), 16) : -1;
        if (digit < 0) throw refused(field);
        return digit;
    }

    private static RuntimeException refused(String field) {
        return invalid(field, "'" + field + "' must be ASCII, with all other characters as percent-encoded UTF-8, for "
            + "example %C3%BC.");
    }
}
