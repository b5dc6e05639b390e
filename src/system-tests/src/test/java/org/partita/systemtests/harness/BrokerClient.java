package org.partita.systemtests.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The HTTP face of a broker, one method per thing tests do often. Thread-safe. */
public final class BrokerClient {
    public static final String JSON = "application/json";
    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(5)).build();
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(40);

    private final URI root;
    private final HttpClient http;

    /** @param root address of the context root, without a slash at its end */
    public BrokerClient(URI root) {
        this(root, HTTP);
    }

    private BrokerClient(URI root, HttpClient http) {
        this.root = requireNonNull(root, "root");
        this.http = http;
    }

    /** One for the same broker that asks it to go on in HTTP/2. */
    public BrokerClient askingForHttp2() {
        return new BrokerClient(root, HttpClient.newHttpClient());
    }

    /** Whether the broker's own check is there and up: an empty server says that it is ready, too. */
    public boolean isReady() {
        try {
            Answer health = exchange(request("/health/ready").GET());
            return health.status() == 200 && health.text().contains("\"partita-broker\"");
        } catch (UncheckedIOException notThereYet) {
            return false;
        }
    }

    /** @param headers names and values in turn */
    public Answer get(String path, String... headers) {
        HttpRequest.Builder request = request(path).GET();
        if (headers.length > 0) request.headers(headers);
        return exchange(request);
    }

    public Answer post(String path, String contentType, String body, String... headers) {
        return send("POST", path, contentType, body.getBytes(UTF_8), headers);
    }

    public Answer send(String method, String path, String contentType, byte[] body, String... headers) {
        HttpRequest.Builder request = request(path).header("Content-Type", contentType)
            .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        if (headers.length > 0) request.headers(headers);
        return exchange(request);
    }

    /** A request without body and content type. */
    public Answer send(String method, String path) {
        return exchange(request(path).method(method, HttpRequest.BodyPublishers.noBody()));
    }

    public void createTopic(String topic, int partitions) {
        String body = "{\"name\":%s,\"partitions\":%d}".formatted(JsonText.quote(topic), partitions);
        post("/v1/topics", JSON, body).expect(201);
    }

    /** @param message one message as JSON */
    public Position publish(String topic, String message) {
        return Position.of(post("/v1/topics/" + topic + "/messages", JSON, message).expect(201).json());
    }

    /** @param messages one JSON text each; at most a batch */
    public List<Position> publishBatch(String topic, List<String> messages) {
        String body = "{\"messages\":[" + String.join(",", messages) + "]}";
        return positions(post("/v1/topics/" + topic + "/messages", JSON, body).expect(201));
    }

    public static List<Position> positions(Answer batch) {
        return batch.json().member("results").elements().stream().map(Position::of).toList();
    }

    public int partitionCount(String topic) {
        return get("/v1/topics/" + topic).expect(200).json().member("partitions").elements().size();
    }

    /** Reads one partition from its start to its end. */
    public List<StoredMessage> readAll(String topic, int partition) {
        List<StoredMessage> messages = new ArrayList<>();
        String from = "earliest";
        while (true) {
            JsonText page = fetch(topic, partition, "offset=" + from).json();
            page.member("messages").elements().forEach(message -> messages.add(new StoredMessage(message)));
            long next = page.member("nextOffset").integer();
            if (next >= page.member("highWatermark").integer()) return messages;
            if (from.equals(Long.toString(next))) throw new AssertionError("no progress at " + next + ": " + page);
            from = Long.toString(next);
        }
    }

    public StoredMessage read(String topic, Position position) {
        String query = "offset=" + position.offset() + "&limit=1";
        JsonText page = fetch(topic, position.partition(), query).json();
        return new StoredMessage(page.member("messages").elements().get(0));
    }

    public Answer fetch(String topic, int partition, String query) {
        return get("/v1/topics/" + topic + "/partitions/" + partition + "/messages?" + query).expect(200);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(root + path)).timeout(ANSWER_WITHIN);
    }

    private Answer exchange(HttpRequest.Builder request) {
        try {
            return new Answer(http.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
