package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;
import org.partita.web.http.FieldsFilter;
import org.partita.web.http.QueryParameters;
import org.partita.web.json.StrictUtf8;
import org.partita.web.problem.ProblemException;

/** A message whose payload is the body of the request; the rest of it is in the query and in header fields. */
final class RawMessage {
    static final Set<String> PARAMETERS = Set.of("key", "keyBase64", "partition", "timestampMs");
    private static final String HEADER_FIELD = FieldsFilter.MESSAGE_HEADER;

    private RawMessage() {
    }

    /**
     * For bodies that are no payload alone.
     *
     * @param instead what to do in place of header fields
     * @throws ProblemException if there are message headers in header fields
     */
    static void requireNoHeaders(HttpHeaders http, String instead) {
        http.getRequestHeaders().keySet().stream().filter(RawMessage::isHeader).findFirst().ifPresent(field -> {
            throw invalid(field, "'" + field + "' is for a body that is the payload alone; " + instead + ".");
        });
    }

    private static boolean isHeader(String field) {
        return field.toLowerCase(Locale.ROOT).startsWith(HEADER_FIELD);
    }

    static OutboundMessage read(byte[] body, HttpHeaders http, UriInfo uri, QueryParameters query) {
        EnvelopeBuilder envelope = new EnvelopeBuilder("");
        raw(uri, "key").forEach(key -> envelope.key(PercentText.decodeQuery(key, "key"), "key"));
        query.text("keyBase64").ifPresent(key -> envelope.key(MemberReader.base64(key, "keyBase64"), "keyBase64"));
        query.text("partition").ifPresent(number ->
            envelope.partition((int) QueryParameters.parse("partition", number, 0, Integer.MAX_VALUE), "partition"));
        query.text("timestampMs").ifPresent(millis -> envelope.timestampMillis(
            QueryParameters.parse("timestampMs", millis, 0, Long.MAX_VALUE), "timestampMs"));
        envelope.headers(headers(http.getRequestHeaders()), HEADER_FIELD);
        envelope.payload(Bytes.of(body), http.getHeaderString(HttpHeaders.CONTENT_TYPE));
        return envelope.build();
    }

    /** Not decoded, because decoding by the framework puts replacement characters where it finds no text. */
    private static List<String> raw(UriInfo uri, String name) {
        return uri.getQueryParameters(false).getOrDefault(name, List.of());
    }

    /** In the order of their names, which are lower case: HTTP keeps neither the order nor the case of fields. */
    private static List<RecordHeader> headers(Map<String, List<String>> fields) {
        List<RecordHeader> headers = new ArrayList<>();
        Map<String, List<String>> ordered = new TreeMap<>();
        fields.forEach((field, values) -> ordered.put(field.toLowerCase(Locale.ROOT), values));
        ordered.forEach((field, values) -> {
            if (!field.startsWith(HEADER_FIELD)) return;
            String name = name(field);
            values.forEach(value -> headers.add(new RecordHeader(name, PercentText.decode(value, field))));
        });
        return headers;
    }

    private static String name(String field) {
        String name = StrictUtf8.decode(PercentText.decode(field.substring(HEADER_FIELD.length()), field).buffer())
            .orElseThrow();
        if (name.isEmpty()) throw invalid(field, "'" + field + "' needs the name of the header after its last hyphen.");
        HeadersReader.requireName(name, field);
        return name;
    }
}
