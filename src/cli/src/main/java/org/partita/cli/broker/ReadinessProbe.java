package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Reads {@code /health/ready} of the server and picks the check of the broker. */
final class ReadinessProbe {
    private static final String CHECK = "partita-broker";
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int MAX_ANSWER_BYTES = 64 * 1024;

    private final URL url;

    /** @param http {@code host:port} of the server as seen from here */
    ReadinessProbe(String http) {
        try {
            url = URI.create("http://" + requireNonNull(http, "http") + "/health/ready").toURL();
        } catch (IOException e) {
            throw new IllegalArgumentException("no address: " + http, e);
        }
    }

    Readiness read() {
        try {
            HttpURLConnection connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            int status = connection.getResponseCode();
            boolean isAnswer = status == HttpURLConnection.HTTP_OK || status == HttpURLConnection.HTTP_UNAVAILABLE;
            if (!isAnswer) return new Readiness.Absent();
            try (InputStream body = status == HttpURLConnection.HTTP_OK
                    ? connection.getInputStream() : connection.getErrorStream()) {
                return body == null ? new Readiness.Absent()
                        : interpret(new String(body.readNBytes(MAX_ANSWER_BYTES), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // Not listening yet, or not any more: no broker to hear of.
            return new Readiness.Absent();
        }
    }

    static Readiness interpret(String answer) {
        Object parsed;
        try {
            parsed = JsonReader.parse(answer);
        } catch (IllegalArgumentException e) {
            // A page of the server that is no health answer.
            return new Readiness.Absent();
        }
        if (parsed instanceof Map<?, ?> health && health.get("checks") instanceof List<?> checks) {
            for (Object check : checks) {
                if (check instanceof Map<?, ?> named && CHECK.equals(named.get("name"))) return ofCheck(named);
            }
        }
        return new Readiness.Absent();
    }

    private static Readiness ofCheck(Map<?, ?> check) {
        if ("UP".equals(check.get("status"))) return new Readiness.Ready();
        if (check.get("data") instanceof Map<?, ?> data && "failed".equals(data.get("state"))) {
            return new Readiness.Failed(data.get("cause") instanceof String cause ? cause : "the broker did not start");
        }
        return new Readiness.Starting();
    }
}
