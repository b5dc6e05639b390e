package org.partita.cli.broker;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Strict JSON (RFC 8259) into {@code Map}, {@code List}, {@code String}, {@code BigDecimal}, {@code Boolean}, null.
 *
 * <p>The launcher may bring no library of its own for this: its class path is the parent of the server's.
 */
final class JsonReader {
    private static final int MAX_DEPTH = 64;
    private static final int HEX = 16;
    private static final int UNICODE_DIGITS = 4;

    private final String text;
    private int position;

    private JsonReader(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException if the text is not exactly one JSON value */
    static Object parse(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value(0);
        reader.skipSpace();
        if (reader.position != text.length()) throw reader.unexpected();
        return value;
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) throw unexpected();
        skipSpace();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        position++;
        skipSpace();
        if (take('}')) return members;
        do {
            skipSpace();
            String name = string();
            skipSpace();
            require(':');
            members.put(name, value(depth + 1));
            skipSpace();
        } while (take(','));
        require('}');
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> elements = new ArrayList<>();
        position++;
        skipSpace();
        if (take(']')) return elements;
        do {
            elements.add(value(depth + 1));
            skipSpace();
        } while (take(','));
        require(']');
        return elements;
    }

    private String string() {
        require('"');
        StringBuilder characters = new StringBuilder();
        while (!take('"')) {
            char next = peek();
            if (next < ' ') throw unexpected();
            position++;
            characters.append(next == '\\' ? escaped() : next);
        }
        return characters.toString();
    }

    private char escaped() {
        char kind = peek();
        position++;
        return switch (kind) {
            case '"', '\\', '/' -> kind;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw unexpected();
        };
    }

    private char unicode() {
        int end = position + UNICODE_DIGITS;
        if (end > text.length() || !text.substring(position, end).matches("[0-9A-Fa-f]{4}")) throw unexpected();
        char character = (char) Integer.parseInt(text, position, end, HEX);
        position = end;
        return character;
    }

    private BigDecimal number() {
        int start = position;
        while (position < text.length() && "+-.0123456789eE".indexOf(text.charAt(position)) >= 0) position++;
        String number = text.substring(start, position);
        if (!number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) throw unexpected();
        return new BigDecimal(number);
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, position)) throw unexpected();
        position += word.length();
        return meaning;
    }

    private void skipSpace() {
        while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) position++;
    }

    private char peek() {
        if (position >= text.length()) throw unexpected();
        return text.charAt(position);
    }

    private boolean take(char character) {
        if (peek() != character) return false;
        position++;
        return true;
    }

    private void require(char character) {
        if (!take(character)) throw unexpected();
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("no JSON: unexpected character or end at " + position);
    }
}
