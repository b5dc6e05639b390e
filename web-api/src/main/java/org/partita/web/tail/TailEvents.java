package org.partita.web.tail;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

import org.partita.core.record.LogRecord;
import org.partita.web.fetch.MessageWriter;
import org.partita.web.json.JsonOutput;
import org.partita.web.problem.Problem;

/** What is written of a tail, in the format of server-sent events. */
final class TailEvents {
    /** Sign of life. */
    static final byte[] COMMENT = ":\n\n".getBytes(UTF_8);

    private TailEvents() {
    }

    /** How soon to come back, and the position to come back with before there was a message. Makes no event. */
    static byte[] opening(String id) {
        return ("retry: 1000\nid: " + id + "\n\n").getBytes(UTF_8);
    }

    static byte[] message(TailPlace place, LogRecord message, int partition) {
        try (ByteArrayOutputStream event = new ByteArrayOutputStream(256 + message.value().sizeBytes())) {
            event.write(("id: " + place.id() + "\ndata: ").getBytes(UTF_8));
            JsonOutput out = new JsonOutput(event);
            out.beginObject();
            if (place.namesPartitions()) out.name("partition").number(partition);
            MessageWriter.onOneLine(out).members(message);
            out.endObject();
            event.write("\n\n".getBytes(UTF_8));
            return event.toByteArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    static byte[] end(Problem problem) {
        return ("event: problem\ndata: " + new String(problem.json(), UTF_8) + "\n\n").getBytes(UTF_8);
    }
}
