package org.partita.web.messages;

import java.util.List;
import java.util.regex.Pattern;

import jakarta.ws.rs.core.HttpHeaders;

import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;

/** The W3C trace context of a request, for the messages it publishes. What is malformed is left out, as it asks for. */
final class TraceHeaders {
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";
    private static final Pattern WELL_FORMED =
        Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-[!-~]{0,64})?");
    private static final Pattern STATE_TEXT = Pattern.compile("[ -~\t]{1,512}");

    private TraceHeaders() {
    }

    static List<RecordHeader> of(HttpHeaders headers) {
        List<String> parents = headers.getRequestHeaders().getOrDefault(PARENT, List.of());
        if (parents.size() != 1 || !WELL_FORMED.matcher(parents.get(0)).matches()) return List.of();
        RecordHeader parent = new RecordHeader(PARENT, Bytes.utf8(parents.get(0)));
        String state = String.join(",", headers.getRequestHeaders().getOrDefault(STATE, List.of()));
        return STATE_TEXT.matcher(state).matches()
            ? List.of(parent, new RecordHeader(STATE, Bytes.utf8(state))) : List.of(parent);
    }
}
