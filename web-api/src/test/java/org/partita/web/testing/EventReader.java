package org.partita.web.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;

/** Reads one answer of server-sent events; waits for the next one as long as it takes. */
public final class EventReader implements AutoCloseable {
    private final HttpResponse<InputStream> answer;
    private final BufferedReader lines;

    EventReader(HttpResponse<InputStream> answer) {
        this.answer = answer;
        this.lines = new BufferedReader(new InputStreamReader(answer.body(), UTF_8));
    }

    /** @param event its type, {@code message} unless something else is said @param data as it was sent */
    public record Event(String id, String event, String data) {
        public JsonObject json() {
            try (JsonReader reader = Json.createReader(new StringReader(data))) {
                return reader.readObject();
            }
        }
    }

    public HttpResponse<InputStream> answer() {
        return answer;
    }

    /** What comes up to the next empty line; empty at the end of the answer. */
    public Optional<Event> next() {
        Map<String, String> fields = new LinkedHashMap<>();
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) {
                    return Optional.of(new Event(fields.getOrDefault("id", ""),
                        fields.getOrDefault("event", "message"), fields.getOrDefault("data", "")));
                }
                int colon = line.indexOf(':');
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
