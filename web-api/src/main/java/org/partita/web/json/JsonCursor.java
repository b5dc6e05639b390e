package org.partita.web.json;

import static java.util.Objects.requireNonNull;
import static org.partita.web.problem.ProblemException.invalidJson;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.Map;

import jakarta.json.Json;
import jakarta.json.stream.JsonLocation;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import jakarta.json.stream.JsonParserFactory;
import jakarta.json.stream.JsonParsingException;

/**
 * Reads one JSON text forward and cuts values out of it exactly as they were written.
 *
 * <p>Any departure from RFC 8259 ends in an {@code invalid-json} problem. The parser's stream offset counts characters
 * and points behind the token last read; that is what {@link #cutValue} rests on. Belongs to one thread.
 */
public final class JsonCursor implements AutoCloseable {
    /** How deep arrays and objects may be nested in one value. */
    public static final int MAX_DEPTH = 512;

    private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());

    private final String text;
    private final JsonParser parser;

    private JsonCursor(String text) {
        this.text = text;
        this.parser = PARSERS.createParser(new StringReader(text));
    }

    /** A cursor before the first token of {@code body}, which must be UTF-8 without a byte order mark. */
    public static JsonCursor over(byte[] body) {
        if (body.length == 0) throw invalidJson("The body is empty; send one JSON object.");
        String text = StrictUtf8.decode(ByteBuffer.wrap(body))
            .orElseThrow(() -> invalidJson("The body is not valid UTF-8; send JSON in UTF-8."));
        if (text.charAt(0) == '\uFEFF') throw invalidJson("The body begins with a byte order mark; leave it out.");
        return over(text);
    }

    public static JsonCursor over(String text) {
        return new JsonCursor(requireNonNull(text, "text"));
    }

    /** The whole text. */
    String text() {
        return text;
    }

    public Event next() {
        try {
            return parser.next();
        } catch (JsonParsingException malformed) {
            throw syntaxError(malformed);
        }
    }

    /** The text of the string, name or number last read: without quotes and escapes, numbers as written. */
    public String string() {
        return parser.getString();
    }

    /** Makes sure that nothing but white space follows the value just read. */
    public void finish() {
        try {
            if (parser.hasNext()) throw invalidJson("The body goes on after its JSON value; send exactly one.");
        } catch (JsonParsingException malformed) {
            throw invalidJson("The body goes on after its JSON value; send exactly one.");
        }
    }

    /**
     * Reads the value of the member whose name was read last.
     *
     * @return the characters of the value, from its first to its last, without the white space around it
     */
    public String cutValue() {
        int start = skipColon(offset());
        skipValue(next());
        int end = offset();
        // The parser's offset is beyond the text only when the text broke off inside or right after a value.
        if (end > text.length()) throw invalidJson("The body is not valid JSON: it breaks off.");
        if (end <= start) throw new IllegalStateException("value ends at " + end + ", before its start " + start);
        return text.substring(start, end);
    }

    /** Reads to the end of the value that began with {@code first}. */
    public void skipValue(Event first) {
        int depth = depthChange(first);
        if (depth < 0) throw new IllegalStateException("no value begins with " + first);
        while (depth > 0) {
            depth += depthChange(next());
            if (depth > MAX_DEPTH) {
                throw invalidJson("A value is nested deeper than " + MAX_DEPTH + " levels.");
            }
        }
    }

    @Override
    public void close() {
        parser.close();
    }

    private static int depthChange(Event event) {
        return switch (event) {
            case START_ARRAY, START_OBJECT -> 1;
            case END_ARRAY, END_OBJECT -> -1;
            default -> 0;
        };
    }

    private int offset() {
        return Math.toIntExact(parser.getLocation().getStreamOffset());
    }

    private int skipColon(int behindName) {
        int at = skipWhiteSpace(behindName);
        if (at == text.length() || text.charAt(at) != ':') {
            throw invalidJson("The body is not valid JSON: a member name must be followed by a colon.");
        }
        return skipWhiteSpace(at + 1);
    }

    private int skipWhiteSpace(int from) {
        int at = from;
        while (at < text.length() && isWhiteSpace(text.charAt(at))) at++;
        return at;
    }

    static boolean isWhiteSpace(char unit) {
        return unit == ' ' || unit == '\n' || unit == '\r' || unit == '\t';
    }

    /** The parser counts wrongly at the end of the text. */
    private RuntimeException syntaxError(JsonParsingException malformed) {
        JsonLocation location = malformed.getLocation();
        if (location != null && location.getStreamOffset() > text.length()) {
            return invalidJson("The body is not valid JSON: it breaks off.");
        }
        String where = location == null || location.getLineNumber() < 1 || location.getColumnNumber() < 1
            ? "" : " near line " + location.getLineNumber() + ", column " + location.getColumnNumber();
        return invalidJson("The body is not valid JSON" + where + ".");
    }
}
