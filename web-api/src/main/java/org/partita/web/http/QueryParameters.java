package org.partita.web.http;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import jakarta.ws.rs.core.UriInfo;

/** The query of one request. What is unknown, repeated or malformed is refused, naming the parameter. */
public final class QueryParameters {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,19}");

    private final Map<String, List<String>> values;

    private QueryParameters(Map<String, List<String>> values) {
        this.values = values;
    }

    /** @param known every parameter the caller is going to ask for */
    public static QueryParameters of(UriInfo uri, Set<String> known) {
        Map<String, List<String>> values = uri.getQueryParameters();
        values.forEach((name, given) -> {
            if (!known.contains(name)) throw unknown(name, known);
            if (given.size() > 1) throw invalid(name, "'" + name + "' is given " + given.size() + " times.");
        });
        return new QueryParameters(values);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(given -> given.get(0));
    }

    /** An integer within the bounds given, both inclusive. */
    public long integer(String name, long defaultValue, long minimum, long maximum) {
        return text(name).map(given -> parse(name, given, minimum, maximum)).orElse(defaultValue);
    }

    public int integer(String name, int defaultValue, int minimum, int maximum) {
        return Math.toIntExact(integer(name, (long) defaultValue, minimum, maximum));
    }

    /** A decimal number without sign, as it stands in a query or a path. */
    public static long parse(String name, String given, long minimum, long maximum) {
        if (DIGITS.matcher(given).matches()) {
            try {
                long value = Long.parseLong(given);
                if (value >= minimum && value <= maximum) return value;
            } catch (NumberFormatException above64Bits) {
                throw outside(name, given, minimum, maximum);
            }
        }
        throw outside(name, given, minimum, maximum);
    }

    private static RuntimeException outside(String name, String given, long minimum, long maximum) {
        return invalid(name, "'" + name + "' must be an integer from " + minimum + " to " + maximum + "; found '"
            + given + "'.");
    }

    private static RuntimeException unknown(String name, Set<String> known) {
        String instead = known.isEmpty() ? "none is known here." : "known here are "
            + String.join(", ", new TreeSet<>(known)) + ".";
        return invalid(name, "The query parameter '" + name + "' is not known; " + instead);
    }
}
