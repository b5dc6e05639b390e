package org.partita.core.produce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Which names producers may give to headers: UTF-8 (RFC 3629), and none of the broker's own, in whatever case. */
final class HeaderNames {
    private static final byte[] RESERVED_PREFIX = "partita-".getBytes(StandardCharsets.US_ASCII);
    private static final int CASE_BIT = 'a' - 'A';
    /** The smallest character that takes so many bytes behind its first; a smaller one takes fewer. */
    private static final int[] LEAST = {0, 0x80, 0x800, Character.MIN_SUPPLEMENTARY_CODE_POINT};
    private static final int FOLLOWING_BITS = 6;
    private static final int FOLLOWING_MASK = 0x3F;
    private static final int FOLLOWING_MARK = 0x80;

    private HeaderNames() {
    }

    /** @throws BatchRefusedException if the bytes in this range are no name for a header of a producer */
    static void requireAllowed(ByteBuffer in, int start, int end) {
        if (isReserved(in, start, end)) {
            throw BatchRefusedException.invalid("header names that begin with partita- belong to the broker");
        }
        if (!isText(in, start, end)) throw BatchRefusedException.invalid("a header name is not UTF-8");
    }

    private static boolean isReserved(ByteBuffer in, int start, int end) {
        if (end - start < RESERVED_PREFIX.length) return false;
        for (int i = 0; i < RESERVED_PREFIX.length; i++) {
            byte found = in.get(start + i);
            boolean upper = found >= 'A' && found <= 'Z';
            if ((upper ? found | CASE_BIT : found) != RESERVED_PREFIX[i]) return false;
        }
        return true;
    }

    private static boolean isText(ByteBuffer in, int start, int end) {
        int at = start;
        while (at < end) {
            int following = following(in.get(at));
            if (following < 0 || following >= end - at || !isCharacter(in, at, following)) return false;
            at += 1 + following;
        }
        return true;
    }

    /** Bytes behind the first one of a character; -1 if it is no first one. */
    private static int following(byte first) {
        if (first >= 0) return 0;
        int ones = Integer.numberOfLeadingZeros(~(first << Integer.SIZE - Byte.SIZE));
        return ones >= 2 && ones <= LEAST.length ? ones - 1 : -1;
    }

    private static boolean isCharacter(ByteBuffer in, int at, int following) {
        if (following == 0) return true;
        int character = in.get(at) & FOLLOWING_MASK >> following;
        for (int i = 1; i <= following; i++) {
            byte next = in.get(at + i);
            if ((next & ~FOLLOWING_MASK & 0xFF) != FOLLOWING_MARK) return false;
            character = character << FOLLOWING_BITS | next & FOLLOWING_MASK;
        }
        boolean surrogate = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
        return character >= LEAST[following] && character <= Character.MAX_CODE_POINT && !surrogate;
    }
}
