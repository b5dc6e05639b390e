package org.partita.web.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** UTF-8 that is never repaired: malformed bytes and lone surrogates are refused, not replaced. */
public final class StrictUtf8 {
    private StrictUtf8() {
    }

    /** @return the text, empty if {@code bytes} are not valid UTF-8; the position of {@code bytes} does not move */
    public static Optional<String> decode(ByteBuffer bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(bytes.duplicate()).toString());
        } catch (CharacterCodingException malformed) {
            return Optional.empty();
        }
    }

    /** @return the bytes, empty if {@code text} contains half of a surrogate pair */
    public static Optional<byte[]> encode(String text) {
        return isWellFormed(text) ? Optional.of(text.getBytes(StandardCharsets.UTF_8)) : Optional.empty();
    }

    private static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (!Character.isSurrogate(unit)) continue;
            boolean paired = Character.isHighSurrogate(unit) && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
            if (!paired) return false;
            i++;
        }
        return true;
    }
}
