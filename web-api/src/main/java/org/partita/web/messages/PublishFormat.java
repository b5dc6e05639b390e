package org.partita.web.messages;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;

import org.partita.web.http.BodyLines;
import org.partita.web.http.QueryParameters;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;

/** How a body says what is to be published. */
enum PublishFormat {
    /** One message or a batch of them as JSON. */
    ENVELOPE {
        @Override
        PublishBody read(byte[] body, HttpHeaders headers, UriInfo uri, QueryParameters query) {
            return PublishBody.parse(body);
        }
    },
    /** The body is the payload. */
    RAW(RawMessage.PARAMETERS) {
        @Override
        PublishBody read(byte[] body, HttpHeaders headers, UriInfo uri, QueryParameters query) {
            return new PublishBody(List.of(RawMessage.read(body, headers, uri, query)), false);
        }
    },
    /** One CloudEvent as JSON. */
    EVENT {
        @Override
        PublishBody read(byte[] body, HttpHeaders headers, UriInfo uri, QueryParameters query) {
            return CloudEventReader.readOne(body);
        }
    },
    /** An array of CloudEvents as JSON. */
    EVENTS {
        @Override
        PublishBody read(byte[] body, HttpHeaders headers, UriInfo uri, QueryParameters query) {
            return CloudEventReader.readBatch(body);
        }
    },
    /** The body is the data of a CloudEvent whose attributes are in header fields. */
    BINARY_EVENT {
        @Override
        PublishBody read(byte[] body, HttpHeaders headers, UriInfo uri, QueryParameters query) {
            return CloudEventReader.readBinary(body, headers);
        }
    };

    private static final String EVENTS_TYPE = "application/cloudevents-batch+json";

    private final Set<String> parameters;

    PublishFormat() {
        this(Set.of());
    }

    PublishFormat(Set<String> parameters) {
        this.parameters = parameters;
    }

    /** Query parameters that say something about the message. */
    Set<String> parameters() {
        return parameters;
    }

    /** @throws ProblemException if anything in the body is not as documented; then nothing of it is published */
    abstract PublishBody read(byte[] body, HttpHeaders headers, UriInfo uri, QueryParameters query);

    /** Whether the body is one message a line. */
    static boolean isLines(HttpHeaders headers) {
        if (headers.getMediaType() == null || !name(headers.getMediaType()).equals(BodyLines.MEDIA_TYPE)) return false;
        requireUtf8(headers.getMediaType());
        RawMessage.requireNoHeaders(headers, "put the headers of a message into its line");
        CloudEventReader.field(headers).ifPresent(field -> {
            throw ProblemException.invalid(field, "'" + field + "' is for a body that is the data of one event; "
                + "lines are messages, whose headers may be ce_<name>.");
        });
        return true;
    }

    /** @throws ProblemException if nothing of the media type can be published */
    static PublishFormat of(HttpHeaders headers) {
        MediaType type = headers.getMediaType();
        String name = type == null ? "" : name(type);
        PublishFormat format = byName(name, headers);
        if (format != RAW && format != BINARY_EVENT) requireUtf8(type);
        if (format != RAW) {
            RawMessage.requireNoHeaders(headers, format == BINARY_EVENT ? "give an event attributes (ce-<name>)"
                : "put the headers of a message into this body");
        }
        return format;
    }

    private static PublishFormat byName(String name, HttpHeaders headers) {
        return switch (name) {
            case ContentTypes.EVENT -> EVENT;
            case EVENTS_TYPE -> EVENTS;
            default -> {
                if (name.startsWith("application/cloudevents")) throw unsupported("This format of events");
                if (CloudEventReader.isBinary(headers)) yield BINARY_EVENT;
                if (name.equals(ContentTypes.JSON)) yield ENVELOPE;
                if (name.startsWith("text/") || name.equals(MediaType.APPLICATION_OCTET_STREAM)) yield RAW;
                throw unsupported(name.isEmpty() ? "A body without Content-Type" : "This media type");
            }
        };
    }

    private static String name(MediaType type) {
        return (type.getType() + "/" + type.getSubtype()).toLowerCase(Locale.ROOT);
    }

    private static void requireUtf8(MediaType type) {
        String charset = type.getParameters().get(MediaType.CHARSET_PARAMETER);
        if (charset != null && !"utf-8".equalsIgnoreCase(charset)) {
            throw new ProblemException(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "JSON is read in UTF-8 only.");
        }
    }

    private static ProblemException unsupported(String subject) {
        return new ProblemException(ErrorCode.UNSUPPORTED_MEDIA_TYPE, subject + " is not read here; send Content-Type: "
            + "application/json, " + BodyLines.MEDIA_TYPE + ", " + ContentTypes.EVENT + ", " + EVENTS_TYPE
            + ", or the payload itself as application/octet-stream or text/*.");
    }
}
