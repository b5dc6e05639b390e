package org.partita.bench.kafka;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

import org.partita.bench.http.ServerProcess;

/** Partita's broker. What is not measured is done over HTTP. */
public final class PartitaBroker implements ProtocolBroker {
    private static final Pattern END_OFFSET = Pattern.compile("\"logEndOffset\":(\\d+)");

    private final ServerProcess server;

    private PartitaBroker(ServerProcess server) {
        this.server = server;
    }

    /**
     * @param distribution unpacked
     * @param directory for its data and its log
     */
    public static PartitaBroker start(Path distribution, Path directory) throws IOException {
        return new PartitaBroker(ServerProcess.broker(distribution, directory));
    }

    public int httpPort() {
        return server.port();
    }

    @Override
    public String bootstrapServers() {
        return "127.0.0.1:" + server.wirePort();
    }

    @Override
    public Duration processorTime() {
        return server.processorTime();
    }

    @Override
    public long residentBytes() throws IOException {
        return server.residentBytes();
    }

    @Override
    public void createTopic(TopicPlan topic) throws IOException {
        server.post("/v1/topics", """
            {"name":"%s","partitions":%d,"config":{"flush":"%s","segment.bytes":%d,"retention.bytes":%d}}
            """.formatted(topic.name(), topic.partitions(), topic.forced() ? "commit" : "async", topic.segmentBytes(),
            topic.retentionBytes()));
    }

    @Override
    public long stored(String topic) throws IOException {
        return END_OFFSET.matcher(server.get("/v1/topics/" + topic)).results()
            .mapToLong(end -> Long.parseLong(end.group(1))).sum();
    }

    @Override
    public void close() {
        server.close();
    }
}
