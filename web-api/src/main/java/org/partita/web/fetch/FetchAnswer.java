package org.partita.web.fetch;

import java.io.IOException;
import java.io.OutputStream;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;
import org.partita.web.http.BodyLines;
import org.partita.web.json.JsonOutput;
import org.partita.web.messages.ContentTypes;

/** What a fetch is answered with; written straight to the client, without a copy of the whole. */
final class FetchAnswer {
    static final String NEXT_OFFSET = "Partita-Next-Offset";
    static final String HIGH_WATERMARK = "Partita-High-Watermark";
    static final String LOG_START_OFFSET = "Partita-Log-Start-Offset";

    private FetchAnswer() {
    }

    static Response page(String topic, int partition, FetchResult result) {
        return answer(MediaType.APPLICATION_JSON, stream -> writePage(topic, partition, result, stream)).build();
    }

    /** One message a line; where to continue is in the headers. */
    static Response lines(FetchResult result) {
        return answer(BodyLines.MEDIA_TYPE, stream -> writeLines(result, stream))
            .header(NEXT_OFFSET, result.nextOffset())
            .header(HIGH_WATERMARK, result.highWatermark())
            .header(LOG_START_OFFSET, result.logStartOffset()).build();
    }

    static Response one(String topic, int partition, LogRecord message) {
        return answer(MediaType.APPLICATION_JSON, stream -> writeOne(topic, partition, message, stream)).build();
    }

    /** Nothing of the message but its payload; a tombstone has none. */
    static Response payload(LogRecord message) {
        Response.ResponseBuilder answer = message.value().isNull() ? Response.noContent()
            : Response.ok(message.value().toArray(), MediaType.APPLICATION_OCTET_STREAM)
                .header(HttpHeaders.CONTENT_LENGTH, message.value().sizeBytes());
        return answer.header(HttpHeaders.CACHE_CONTROL, "no-store").header("X-Content-Type-Options", "nosniff").build();
    }

    static Response event(CloudEvent event) {
        return answer(ContentTypes.EVENT, stream -> event.writeTo(new JsonOutput(stream))).build();
    }

    private static Response.ResponseBuilder answer(String mediaType, StreamingOutput entity) {
        return Response.ok(entity, mediaType).header(HttpHeaders.CACHE_CONTROL, "no-store");
    }

    private static void writePage(String topic, int partition, FetchResult result, OutputStream stream)
        throws IOException {
        JsonOutput out = new JsonOutput(stream);
        MessageWriter writer = MessageWriter.inDocument(out);
        out.beginObject().name("topic").string(topic).name("partition").number(partition)
            .name("messages").beginArray();
        for (LogRecord message : result.records()) {
            out.beginObject();
            writer.members(message);
            out.endObject();
        }
        out.endArray().name("nextOffset").number(result.nextOffset())
            .name("highWatermark").number(result.highWatermark())
            .name("logStartOffset").number(result.logStartOffset()).endObject();
    }

    private static void writeLines(FetchResult result, OutputStream stream) throws IOException {
        for (LogRecord message : result.records()) {
            JsonOutput out = new JsonOutput(stream);
            out.beginObject();
            MessageWriter.onOneLine(out).members(message);
            out.endObject();
            stream.write('\n');
        }
    }

    private static void writeOne(String topic, int partition, LogRecord message, OutputStream stream)
        throws IOException {
        JsonOutput out = new JsonOutput(stream);
        out.beginObject().name("topic").string(topic).name("partition").number(partition);
        MessageWriter.inDocument(out).members(message);
        out.endObject();
    }
}
