package org.partita.systemtests.harness;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON value as the exact characters it has in its document. Reads well-formed JSON only; it is the judge of
 * byte-exactness, so it never converts a value to compare it.
 */
public final class JsonText {
    private final String document;
    private final int start;
    private final int end;

    private JsonText(String document, int start, int end) {
        this.document = document;
        this.start = start;
        this.end = end;
    }

    public static JsonText of(String document) {
        requireNonNull(document, "document");
        int start = afterSpace(document, 0);
        int end = afterValue(document, start);
        if (afterSpace(document, end) != document.length()) throw bad(document, end);
        return new JsonText(document, start, end);
    }

    /** A JSON string with this content. */
    public static String quote(String content) {
        StringBuilder quoted = new StringBuilder(content.length() + 2).append('"');
        content.chars().forEach(c -> {
            if (c == '"' || c == '\\') quoted.append('\\').append((char) c);
            else if (c < ' ') quoted.append("\\u%04x".formatted(c));
            else quoted.append((char) c);
        });
        return quoted.append('"').toString();
    }

    /** The exact characters. */
    public String raw() {
        return document.substring(start, end);
    }

    public JsonText member(String name) {
        return find(name).orElseThrow(() -> new AssertionError("no member " + name + " in " + raw()));
    }

    public Optional<JsonText> find(String name) {
        return Optional.ofNullable(members().get(name));
    }

    public Map<String, JsonText> members() {
        expect('{');
        Map<String, JsonText> members = new LinkedHashMap<>();
        int position = afterSpace(document, start + 1);
        while (document.charAt(position) != '}') {
            int nameEnd = afterValue(document, position);
            String name = new JsonText(document, position, nameEnd).string();
            position = afterSpace(document, afterSpace(document, nameEnd) + 1);
            int valueEnd = afterValue(document, position);
            if (members.put(name, new JsonText(document, position, valueEnd)) != null) throw bad(document, position);
            position = afterComma(valueEnd);
        }
        return members;
    }

    public List<JsonText> elements() {
        expect('[');
        List<JsonText> elements = new ArrayList<>();
        int position = afterSpace(document, start + 1);
        while (document.charAt(position) != ']') {
            int valueEnd = afterValue(document, position);
            elements.add(new JsonText(document, position, valueEnd));
            position = afterComma(valueEnd);
        }
        return elements;
    }

    public long integer() {
        return Long.parseLong(raw());
    }

    public boolean isString() {
        return document.charAt(start) == '"';
    }

    public String string() {
        expect('"');
        StringBuilder content = new StringBuilder(end - start);
        for (int i = start + 1; i < end - 1; i++) {
            char c = document.charAt(i);
            if (c != '\\') {
                content.append(c);
                continue;
            }
            char escaped = document.charAt(++i);
            if (escaped == 'u') {
                content.append((char) Integer.parseInt(document.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                int letter = "bfnrt".indexOf(escaped);
                content.append(letter < 0 ? escaped : "\b\f\n\r\t".charAt(letter));
            }
        }
        return content.toString();
    }

    @Override
    public String toString() {
        return raw();
    }

    private void expect(char first) {
        if (document.charAt(start) != first) throw new AssertionError("'" + first + "' expected, found " + raw());
    }

    private int afterComma(int position) {
        int next = afterSpace(document, position);
        return document.charAt(next) == ',' ? afterSpace(document, next + 1) : next;
    }

    private static int afterSpace(String text, int position) {
        int next = position;
        while (next < text.length() && " \t\r\n".indexOf(text.charAt(next)) >= 0) next++;
        return next;
    }

    private static int afterValue(String text, int position) {
        if (position >= text.length()) throw bad(text, position);
        char first = text.charAt(position);
        if (first == '"') return afterString(text, position);
        if (first != '{' && first != '[') return afterScalar(text, position);
        int depth = 0;
        int next = position;
        do {
            char c = text.charAt(next);
            if (c == '{' || c == '[') depth++;
            if (c == '}' || c == ']') depth--;
            next = c == '"' ? afterString(text, next) : next + 1;
        } while (depth > 0);
        return next;
    }

    private static int afterString(String text, int position) {
        int next = position + 1;
        while (text.charAt(next) != '"') next += text.charAt(next) == '\\' ? 2 : 1;
        return next + 1;
    }

    private static int afterScalar(String text, int position) {
        int next = position;
        while (next < text.length() && ",]} \t\r\n".indexOf(text.charAt(next)) < 0) next++;
        if (next == position) throw bad(text, position);
        return next;
    }

    private static AssertionError bad(String text, int position) {
        return new AssertionError("not one JSON value, at character " + position + " of " + text);
    }
}
