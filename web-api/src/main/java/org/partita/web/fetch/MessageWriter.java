package org.partita.web.fetch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordHeader;
import org.partita.web.json.JsonOutput;
import org.partita.web.json.JsonPayload;
import org.partita.web.json.StrictUtf8;
import org.partita.web.messages.ContentTypes;

/**
 * Writes one record as a message object without losing a byte of it.
 *
 * <p>Member order: offset, timestampMs, key or keyBase64, headers or headerList, contentType, payload (with tombstone)
 * or payloadBase64. A payload stands in place only if its content type is JSON and its bytes are one JSON value:
 * whoever wrote the record could otherwise forge members of our answer.
 */
public final class MessageWriter {
    private final JsonOutput out;
    private final boolean onOneLine;

    private MessageWriter(JsonOutput out, boolean onOneLine) {
        this.out = requireNonNull(out, "out");
        this.onOneLine = onOneLine;
    }

    /** For answers that are one JSON document. */
    static MessageWriter inDocument(JsonOutput out) {
        return new MessageWriter(out, false);
    }

    /** For answers in which an end of line is an end of message: a payload with CR or LF comes as base64. */
    public static MessageWriter onOneLine(JsonOutput out) {
        return new MessageWriter(out, true);
    }

    /** The members of {@code message}, into an object that is begun and ended by the caller. */
    public void members(LogRecord message) throws IOException {
        Optional<String> contentType = contentType(message.headers());
        out.name("offset").number(message.offset());
        out.name("timestampMs").number(message.timestampMillis());
        key(message.key());
        headers(contentType.isPresent() ? withoutContentType(message.headers()) : message.headers());
        if (contentType.isPresent()) out.name("contentType").string(contentType.get());
        payload(message.value(), contentType.orElseGet(() -> assumed(message.headers())));
    }

    /** A record that does not say what it is may be JSON; one that says so twice or in no text is taken for bytes. */
    private static String assumed(List<RecordHeader> headers) {
        return headers.stream().noneMatch(MessageWriter::isContentType) ? ContentTypes.JSON : "";
    }

    private void key(Bytes key) throws IOException {
        if (key.isNull()) {
            out.name("key").nullValue();
            return;
        }
        Optional<String> text = StrictUtf8.decode(key.buffer());
        if (text.isPresent()) out.name("key").string(text.get());
        else out.name("keyBase64").base64(key.buffer());
    }

    private void payload(Bytes value, String contentType) throws IOException {
        if (value.isNull()) {
            out.name("payload").nullValue().name("tombstone").bool(true);
            return;
        }
        ByteBuffer bytes = value.buffer();
        if (onOneLine && hasLineEnd(bytes)) {
            out.name("payloadBase64").base64(bytes);
            return;
        }
        if (ContentTypes.isJson(contentType) && JsonPayload.isOneValue(bytes)) {
            out.name("payload").json(bytes);
            return;
        }
        Optional<String> text = ContentTypes.isText(contentType) ? StrictUtf8.decode(bytes) : Optional.empty();
        if (text.isPresent()) out.name("payload").string(text.get());
        else out.name("payloadBase64").base64(bytes);
    }

    private static boolean hasLineEnd(ByteBuffer bytes) {
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            if (bytes.get(i) == '\n' || bytes.get(i) == '\r') return true;
        }
        return false;
    }

    private void headers(List<RecordHeader> headers) throws IOException {
        List<String> texts = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (RecordHeader header : headers) {
            Optional<String> text = text(header.value());
            if (text.isEmpty() || !names.add(header.name())) {
                headerList(headers);
                return;
            }
            texts.add(text.get());
        }
        out.name("headers").beginObject();
        for (int i = 0; i < texts.size(); i++) out.name(headers.get(i).name()).string(texts.get(i));
        out.endObject();
    }

    private void headerList(List<RecordHeader> headers) throws IOException {
        out.name("headerList").beginArray();
        for (RecordHeader header : headers) {
            out.beginObject().name("name").string(header.name());
            Optional<String> text = text(header.value());
            if (header.value().isNull()) out.name("value").nullValue();
            else if (text.isPresent()) out.name("value").string(text.get());
            else out.name("valueBase64").base64(header.value().buffer());
            out.endObject();
        }
        out.endArray();
    }

    /** The one content type of the record; empty if there is none, or more than one, or one that is no text. */
    static Optional<String> contentType(List<RecordHeader> headers) {
        List<RecordHeader> found = headers.stream().filter(MessageWriter::isContentType).toList();
        return found.size() == 1 ? text(found.get(0).value()) : Optional.empty();
    }

    private static List<RecordHeader> withoutContentType(List<RecordHeader> headers) {
        return headers.stream().filter(header -> !isContentType(header)).toList();
    }

    private static boolean isContentType(RecordHeader header) {
        return header.name().equals(ContentTypes.HEADER);
    }

    private static Optional<String> text(Bytes value) {
        return value.isNull() ? Optional.empty() : StrictUtf8.decode(value.buffer());
    }
}
