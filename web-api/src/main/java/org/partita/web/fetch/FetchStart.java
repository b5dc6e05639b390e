package org.partita.web.fetch;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.Optional;

import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.web.http.QueryParameters;

/** Where a reader wants to begin, as it is written in a query. */
public final class FetchStart {
    public static final String OFFSET = "offset";
    public static final String TIMESTAMP = "timestampMs";

    private FetchStart() {
    }

    /** @throws org.partita.web.problem.ProblemException unless exactly one of the two parameters is given */
    public static StartAt of(QueryParameters query) {
        return ofOptional(query).orElseThrow(() -> invalid(OFFSET,
            "'offset' is required: a number, earliest or latest; or 'timestampMs' instead of it."));
    }

    /** As {@link #of}, where a reader may leave out both. */
    public static Optional<StartAt> ofOptional(QueryParameters query) {
        Optional<StartAt> offset = query.text(OFFSET).map(FetchStart::offset);
        Optional<StartAt> time = query.text(TIMESTAMP).map(given ->
            new StartAt.Time(QueryParameters.parse(TIMESTAMP, given, 0, Long.MAX_VALUE)));
        if (offset.isPresent() && time.isPresent()) {
            throw invalid(TIMESTAMP, "Give either 'offset' or 'timestampMs', not both.");
        }
        return offset.or(() -> time);
    }

    private static StartAt offset(String text) {
        return switch (text) {
            case "earliest" -> new StartAt.Earliest();
            case "latest" -> new StartAt.Latest();
            default -> new StartAt.Offset(QueryParameters.parse(OFFSET, text, 0, Long.MAX_VALUE));
        };
    }
}
