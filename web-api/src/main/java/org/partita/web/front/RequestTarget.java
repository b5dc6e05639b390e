package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The path of a request line, before anybody took it apart.
 *
 * <p>The server answers one that it cannot decode with an empty success, and others with an error without a body.
 */
record RequestTarget(String rawPath) {
    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
    private static final int SPACE = 0x20;
    private static final int DELETE = 0x7f;

    RequestTarget {
        requireNonNull(rawPath, "rawPath");
    }

    /** What is wrong with it, as a sentence for clients. {@code *} stands for the server itself. */
    Optional<String> fault() {
        if (rawPath.equals("*") || isPlain()) return Optional.empty();
        if (!rawPath.startsWith("/")) return Optional.of("The path of the request does not begin with '/'.");
        if (BAD_ESCAPE.matcher(rawPath).find()) {
            return Optional.of("The path has a '%' that does not begin an escape of two hexadecimal digits.");
        }
        String decoded;
        try {
            decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes())).toString();
        } catch (CharacterCodingException notUtf8) {
            return Optional.of("The path is not UTF-8 when its escapes are taken off.");
        }
        if (decoded.chars().anyMatch(c -> c < SPACE || c == DELETE || c == '\\')) {
            return Optional.of("The path has a backslash or a control character.");
        }
        return leavesRoot(decoded) ? Optional.of("The path leads out of the root of the server.") : Optional.empty();
    }

    /** As most are, so that little is paid for them: without escapes, and without a way up. */
    private boolean isPlain() {
        return rawPath.startsWith("/") && !rawPath.contains("..")
            && rawPath.chars().allMatch(c -> c > SPACE && c < DELETE && c != '%' && c != '\\');
    }

    /** What is wrong with a query. @param raw null if the request has none */
    static Optional<String> queryFault(String raw) {
        return raw == null || !BAD_ESCAPE.matcher(raw).find() ? Optional.empty()
            : Optional.of("The query has a '%' that does not begin an escape of two hexadecimal digits.");
    }

    private byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(rawPath.length());
        for (int i = 0; i < rawPath.length(); i++) {
            char c = rawPath.charAt(i);
            if (c == '%') {
                bytes.put((byte) Integer.parseInt(rawPath.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.put((byte) c);
            }
        }
        byte[] whole = new byte[bytes.flip().remaining()];
        bytes.get(whole);
        return whole;
    }

    private static boolean leavesRoot(String decoded) {
        int depth = 0;
        for (String segment : decoded.substring(1).split("/+")) {
            if (segment.equals("..")) depth--;
            else if (!segment.isEmpty() && !segment.equals(".")) depth++;
            if (depth < 0) return true;
        }
        return false;
    }
}
