package org.partita.web.fetch;

import java.io.IOException;
import java.io.OutputStream;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;

import org.partita.core.broker.FetchResult;
import org.partita.core.record.LogRecord;
import org.partita.web.json.JsonOutput;

/** What a fetch is answered with; written straight to the client, without a copy of the whole. */
final class FetchAnswer {
    private FetchAnswer() {
    }

    static Response page(String topic, int partition, FetchResult result) {
        return answer(stream -> writePage(topic, partition, result, stream));
    }

    static Response one(String topic, int partition, LogRecord message) {
        return answer(stream -> writeOne(topic, partition, message, stream));
    }

    private static Response answer(StreamingOutput entity) {
        return Response.ok(entity, MediaType.APPLICATION_JSON).header(HttpHeaders.CACHE_CONTROL, "no-store").build();
    }

    private static void writePage(String topic, int partition, FetchResult result, OutputStream stream)
        throws IOException {
        JsonOutput out = new JsonOutput(stream);
        MessageWriter writer = new MessageWriter(out);
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

    private static void writeOne(String topic, int partition, LogRecord message, OutputStream stream)
        throws IOException {
        JsonOutput out = new JsonOutput(stream);
        out.beginObject().name("topic").string(topic).name("partition").number(partition);
        new MessageWriter(out).members(message);
        out.endObject();
    }
}
