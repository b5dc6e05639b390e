package org.partita.web.fetch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordHeader;
import org.partita.web.json.JsonOutput;
import org.partita.web.json.JsonPayload;
import org.partita.web.json.StrictUtf8;
import org.partita.web.messages.ContentTypes;

/**
 * A record that is a CloudEvent by the Kafka protocol binding, written in the JSON format of CloudEvents 1.0.
 *
 * <p>Binary mode: attributes in headers {@code ce_…}, data in the value. Structured mode: the value is the event.
 * What is no valid event is not shown as one: whoever wrote the record could otherwise forge members of the event.
 */
final class CloudEvent {
    private static final Pattern ATTRIBUTE = Pattern.compile("[a-z0-9]+");
    private static final List<String> REQUIRED = List.of("specversion", "id", "source", "type");
    private static final Set<String> MEMBERS_OF_THE_FORMAT = Set.of("data", "datacontenttype");

    private final Map<String, String> attributes;
    private final String contentType;
    private final Bytes data;
    private final boolean structured;

    private CloudEvent(Map<String, String> attributes, String contentType, Bytes data, boolean structured) {
        this.attributes = attributes;
        this.contentType = contentType;
        this.data = data;
        this.structured = structured;
    }

    /** @return empty if the record is no event, or one that the JSON format cannot show */
    static Optional<CloudEvent> of(LogRecord message) {
        String contentType = MessageWriter.contentType(message.headers()).orElse("");
        if (mediaType(contentType).equals(ContentTypes.EVENT)) return structured(message.value());
        Map<String, String> attributes = new LinkedHashMap<>();
        for (RecordHeader header : message.headers()) {
            boolean attribute = header.name().startsWith(ContentTypes.EVENT_HEADER) && !header.value().isNull();
            if (attribute && !add(header, attributes)) return Optional.empty();
        }
        boolean complete = REQUIRED.stream().noneMatch(name -> attributes.getOrDefault(name, "").isEmpty());
        if (!complete || !attributes.get("specversion").equals("1.0")) return Optional.empty();
        if (!message.key().isNull() && !attributes.containsKey("partitionkey")) {
            StrictUtf8.decode(message.key().buffer()).ifPresent(key -> attributes.put("partitionkey", key));
        }
        return Optional.of(new CloudEvent(attributes, contentType, message.value(), false));
    }

    private static Optional<CloudEvent> structured(Bytes value) {
        boolean object = !value.isNull() && value.sizeBytes() > 0 && value.buffer().get(0) == '{'
            && JsonPayload.isOneValue(value.buffer());
        return object ? Optional.of(new CloudEvent(Map.of(), "", value, true)) : Optional.empty();
    }

    private static boolean add(RecordHeader header, Map<String, String> attributes) {
        String name = header.name().substring(ContentTypes.EVENT_HEADER.length());
        Optional<String> value = StrictUtf8.decode(header.value().buffer());
        return ATTRIBUTE.matcher(name).matches() && !MEMBERS_OF_THE_FORMAT.contains(name) && value.isPresent()
            && attributes.put(name, value.get()) == null;
    }

    private static String mediaType(String contentType) {
        return contentType.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    }

    void writeTo(JsonOutput out) throws IOException {
        if (structured) {
            out.json(data.buffer());
            return;
        }
        out.beginObject();
        for (String name : REQUIRED) out.name(name).string(attributes.get(name));
        for (Map.Entry<String, String> each : attributes.entrySet()) {
            if (!REQUIRED.contains(each.getKey())) out.name(each.getKey()).string(each.getValue());
        }
        if (!contentType.isEmpty()) out.name("datacontenttype").string(contentType);
        if (!data.isNull()) writeData(out);
        out.endObject();
    }

    private void writeData(JsonOutput out) throws IOException {
        ByteBuffer bytes = data.buffer();
        boolean json = contentType.isEmpty() || ContentTypes.isJson(contentType);
        Optional<String> text = ContentTypes.isText(contentType) ? StrictUtf8.decode(bytes) : Optional.empty();
        if (json && JsonPayload.isOneValue(bytes)) out.name("data").json(bytes);
        else if (text.isPresent()) out.name("data").string(text.get());
        else out.name("data_base64").base64(bytes);
    }
}
