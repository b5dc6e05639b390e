package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;
import org.partita.web.json.StrictUtf8;

/**
 * Collects the attributes of one CloudEvent 1.0 and makes the message of it, as the Kafka protocol binding of
 * CloudEvents (binary content mode) has it: a header {@code ce_<attribute>} each, the extension {@code partitionkey} as
 * key.
 */
final class CloudEventBuilder {
    static final String CONTENT_TYPE = "datacontenttype";
    private static final String DATA = "data";
    private static final String PARTITION_KEY = "partitionkey";
    private static final String VERSION = "1.0";
    private static final Pattern NAME = Pattern.compile("[a-z0-9]{1,64}");
    private static final Set<String> NOT_EMPTY = Set.of("id", "source", "type", "subject", "dataschema");

    private final String prefix;
    private final Map<String, Bytes> attributes = new LinkedHashMap<>();
    private Optional<String> contentType = Optional.empty();
    private Bytes data = Bytes.EMPTY;

    /** @param prefix goes before the names of attributes in refusals */
    CloudEventBuilder(String prefix) {
        this.prefix = prefix;
    }

    static boolean isAttributeName(String name) {
        return NAME.matcher(name).matches();
    }

    void attribute(String name, String value) {
        String field = prefix + name;
        if (!isAttributeName(name) || name.equals(DATA)) {
            throw invalid(field, "'" + field + "' is no name of an attribute; they are of a-z and 0-9, and not '"
                + DATA + "'.");
        }
        if (attributes.containsKey(name)) throw invalid(field, "'" + field + "' is given twice.");
        if (NOT_EMPTY.contains(name) && value.isEmpty()) throw invalid(field, "'" + field + "' is empty.");
        if (name.equals("specversion") && !value.equals(VERSION)) {
            throw invalid(field, "'" + field + "' must be " + VERSION + "; other versions are not read here.");
        }
        if (name.equals("time")) requireTime(value, field);
        attributes.put(name, StrictUtf8.encode(value).map(Bytes::of).orElseThrow(() -> invalid(field,
            "'" + field + "' has half of a surrogate pair, which is no text.")));
    }

    void contentType(String type) {
        contentType = Optional.of(type);
    }

    Optional<String> contentType() {
        return contentType;
    }

    void data(Bytes bytes) {
        data = bytes;
    }

    OutboundMessage message() {
        for (String required : List.of("specversion", "id", "source", "type")) {
            if (!attributes.containsKey(required)) {
                throw invalid(prefix + required, "'" + prefix + required + "' is required in a CloudEvent.");
            }
        }
        List<RecordHeader> headers = new ArrayList<>();
        attributes.forEach((name, value) -> headers.add(new RecordHeader(ContentTypes.EVENT_HEADER + name, value)));
        contentType.ifPresent(type -> headers.add(new RecordHeader(ContentTypes.HEADER, Bytes.utf8(type))));
        return new OutboundMessage(attributes.getOrDefault(PARTITION_KEY, Bytes.NULL), data, headers,
            OutboundMessage.ANY_PARTITION, OutboundMessage.NOW);
    }

    private static void requireTime(String value, String field) {
        try {
            OffsetDateTime.parse(value);
        } catch (DateTimeException malformed) {
            throw invalid(field, "'" + field + "' must be a time as in RFC 3339, for example 2026-11-30T01:02:03Z.");
        }
    }
}
