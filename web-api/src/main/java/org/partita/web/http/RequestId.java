package org.partita.web.http;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** The id under which a request stands in its answer and in the log. */
public final class RequestId {
    public static final String HEADER = "X-Request-Id";

    private static final int MAX_LENGTH = 128;
    private static final String PUNCTUATION = "._:/+=-";
    private static final long VERSION_BITS = 0xF000L;
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT = Long.MIN_VALUE;

    private RequestId() {
    }

    /** The client's id if it is short and harmless, else a new one. @param given null if the client sent none */
    public static String orNew(String given) {
        return given != null && isHarmless(given) ? given : random().toString();
    }

    private static boolean isHarmless(String id) {
        if (id.isEmpty() || id.length() > MAX_LENGTH) return false;
        for (int i = 0; i < id.length(); i++) {
            char each = id.charAt(i);
            boolean letter = each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z';
            if (!letter && (each < '0' || each > '9') && PUNCTUATION.indexOf(each) < 0) return false;
        }
        return true;
    }

    /** Not to be guessed is no matter here, and would cost a call of the system. */
    private static UUID random() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new UUID(random.nextLong() & ~VERSION_BITS | VERSION_4, random.nextLong() >>> 2 | VARIANT);
    }
}
