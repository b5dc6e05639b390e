package org.partita.web.http;

import java.util.UUID;
import java.util.regex.Pattern;

/** The id under which a request stands in its answer and in the log. */
public final class RequestId {
    public static final String HEADER = "X-Request-Id";

    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9._:/+=-]{1,128}");

    private RequestId() {
    }

    /** The client's id if it is short and harmless, else a new one. @param given null if the client sent none */
    public static String orNew(String given) {
        return given != null && HARMLESS.matcher(given).matches() ? given : UUID.randomUUID().toString();
    }
}
