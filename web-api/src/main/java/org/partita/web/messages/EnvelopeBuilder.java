package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.ArrayList;
import java.util.List;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;

/** Collects the members of one message and checks what they must be together. */
final class EnvelopeBuilder {
    private final String prefix;
    private Bytes key = Bytes.NULL;
    private Bytes value;
    private String contentType = "";
    private boolean headersGiven;
    private List<RecordHeader> headers = List.of();
    private int partition = OutboundMessage.ANY_PARTITION;
    private long timestampMillis = OutboundMessage.NOW;

    EnvelopeBuilder(String prefix) {
        this.prefix = prefix;
    }

    void key(Bytes bytes, String field) {
        if (!key.isNull()) throw invalid(field, "Give either key or keyBase64, not both.");
        key = bytes;
    }

    void payloadJson(Bytes bytes) {
        payload(bytes, ContentTypes.JSON);
    }

    void payload(Bytes bytes, String type) {
        value(bytes);
        contentType = type;
    }

    void payloadBytes(Bytes bytes) {
        value(bytes);
    }

    void tombstone() {
        value(Bytes.NULL);
    }

    void headers(List<RecordHeader> given, String field) {
        if (headersGiven) throw invalid(field, "Give either headers or headerList, not both.");
        headersGiven = true;
        headers = given;
    }

    void partition(int number, String field) {
        if (number < 0) throw invalid(field, "'" + field + "' must be 0 or more; found " + number + ".");
        partition = number;
    }

    void timestampMillis(long millis, String field) {
        if (millis < 0) throw invalid(field, "'" + field + "' must be 0 or more; found " + millis + ".");
        timestampMillis = millis;
    }

    OutboundMessage build() {
        if (value == null) {
            throw invalid(prefix + "payload", "'" + prefix + "payload' is required, or payloadBase64 for bytes.");
        }
        if (value.isNull() && key.isNull()) {
            throw invalid(prefix + "key", "'" + prefix + "key' is required: payload null marks the key as deleted.");
        }
        List<RecordHeader> complete = new ArrayList<>(headers);
        if (!contentType.isEmpty()) complete.add(new RecordHeader(ContentTypes.HEADER, Bytes.utf8(contentType)));
        return new OutboundMessage(key, value, complete, partition, timestampMillis);
    }

    private void value(Bytes bytes) {
        if (value != null) {
            throw invalid(prefix + "payloadBase64", "Give either payload or payloadBase64, not both.");
        }
        value = bytes;
    }
}
