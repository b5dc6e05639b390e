package org.partita.core.idempotency;

import static java.util.Objects.requireNonNull;

import org.partita.core.metadata.InvalidRequestException;

/** The key by which a publisher marks a request, so that it can repeat it. {@link #NONE} if it gave none. */
public record IdempotencyKey(String text) {
    public static final IdempotencyKey NONE = new IdempotencyKey("");
    public static final int MAX_LENGTH = 255;
    /** As the field is called in requests and refusals. */
    public static final String FIELD = "Idempotency-Key";

    private static final char FIRST_VISIBLE = '!';
    private static final char LAST_VISIBLE = '~';

    public IdempotencyKey {
        requireNonNull(text, "text");
        if (text.length() > MAX_LENGTH) {
            throw refused(text.length() + " characters found, 1 to " + MAX_LENGTH + " expected.");
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < FIRST_VISIBLE || text.charAt(i) > LAST_VISIBLE) {
                throw refused("only visible ASCII characters without spaces are allowed, character " + (i + 1)
                    + " is another one.");
            }
        }
    }

    /**
     * The key of a header field. {@code "k"} in quotes and bare {@code k} are the same; inside quotes a backslash
     * stands before a quote or a backslash.
     *
     * @throws InvalidRequestException if it is empty, too long, not quoted right or has other characters than visible
     *     ones
     */
    public static IdempotencyKey parse(String field) {
        IdempotencyKey key = new IdempotencyKey(field.startsWith("\"") ? unquoted(field) : field);
        if (key.isNone()) throw refused("an empty key found, 1 to " + MAX_LENGTH + " characters expected.");
        return key;
    }

    private static String unquoted(String field) {
        StringBuilder text = new StringBuilder(field.length());
        int last = field.length() - 1;
        int i = 1;
        while (i < last && field.charAt(i) != '"') {
            boolean escaped = field.charAt(i) == '\\';
            if (escaped) i++;
            char next = field.charAt(i);
            if (escaped && next != '"' && next != '\\') throw badlyQuoted();
            text.append(next);
            i++;
        }
        if (i != last || field.charAt(last) != '"') throw badlyQuoted();
        return text.toString();
    }

    private static InvalidRequestException badlyQuoted() {
        return refused("it begins with a quote but is no quoted text.");
    }

    public boolean isNone() {
        return text.isEmpty();
    }

    private static InvalidRequestException refused(String finding) {
        return new InvalidRequestException(FIELD, "'" + FIELD + "' is not usable: " + finding);
    }
}
