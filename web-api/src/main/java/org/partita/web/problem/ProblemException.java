package org.partita.web.problem;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;

import org.partita.storage.BrokerException;

/** A request that the HTTP face itself refuses, with the members its problem document shows. */
public final class ProblemException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private final transient Map<String, Object> members;

    /** @param members further members of the problem document, by name, in their order there */
    public ProblemException(ErrorCode code, String detail, Map<String, Object> members) {
        super(code.code(), code.retriable(), detail);
        this.members = new LinkedHashMap<>(requireNonNull(members, "members"));
    }

    public ProblemException(ErrorCode code, String detail) {
        this(code, detail, Map.of());
    }

    /**
     * A member, header or query parameter that is missing, unknown or has a wrong value.
     *
     * @param field its name, for nested members the path, for example {@code messages[3].partition}
     */
    public static ProblemException invalid(String field, String detail) {
        return new ProblemException(ErrorCode.INVALID_REQUEST, bounded(detail, 1_000),
            Map.of("field", bounded(field, 200)));
    }

    public static ProblemException invalidJson(String detail) {
        return new ProblemException(ErrorCode.INVALID_JSON, detail);
    }

    /** The same, said of a part of the request. @param where for example {@code Line 3} */
    public ProblemException in(String where) {
        return new ProblemException(ErrorCode.of(code()).orElseThrow(), where + ": " + getMessage(), members);
    }

    Map<String, Object> members() {
        return new LinkedHashMap<>(members);
    }

    /** Names come from the request, so their length has to be bounded here. */
    private static String bounded(String text, int maxLength) {
        return text.length() <= maxLength ? text : text.substring(0, maxLength) + "…";
    }
}
