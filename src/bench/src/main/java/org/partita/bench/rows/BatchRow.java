package org.partita.bench.rows;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.MessageRate;
import org.partita.bench.comparison.Run;
import org.partita.bench.http.HttpLoad;
import org.partita.bench.http.ServerProcess;
import org.partita.bench.kafka.KafkaLoad;
import org.partita.bench.kafka.KafkaProcess;
import org.partita.bench.process.ServerFiles;
import org.partita.bench.record.SampleMessage;

/** H2: batches over HTTP to a broker, against the same messages through Kafka's Java client to a broker of Kafka. */
final class BatchRow implements AutoCloseable {
    static final int BATCH_MESSAGES = 100;

    private static final String TOPIC = "batches";
    private static final int PARTITIONS = 3;
    private static final String SEGMENT_BYTES = "268435456";
    private static final int CONNECTIONS = 8;
    private static final Pattern END_OFFSET = Pattern.compile("\"logEndOffset\":(\\d+)");

    private final Path directory;
    private final ServerProcess broker;
    private final KafkaProcess kafka;
    private final List<SampleMessage> messages = SampleMessage.distinct(BATCH_MESSAGES);

    private BatchRow(Path directory, ServerProcess broker, KafkaProcess kafka) {
        this.directory = directory;
        this.broker = broker;
        this.kafka = kafka;
    }

    /** Starts both brokers. */
    static BatchRow start(Run.Programs programs, Path parent) throws IOException {
        Path directory = ServerFiles.make(parent);
        ServerProcess broker = ServerProcess.broker(programs.distribution(), directory);
        try {
            broker.post("/v1/topics", "{\"name\":\"" + TOPIC + "\",\"partitions\":" + PARTITIONS
                + ",\"config\":{\"flush\":\"async\",\"segment.bytes\":" + SEGMENT_BYTES + ",\"retention.bytes\":"
                + SEGMENT_BYTES + "}}");
            return new BatchRow(directory, broker, kafka(programs.kafka(), directory));
        } catch (IOException | RuntimeException | Error failed) {
            broker.close();
            ServerFiles.delete(directory);
            throw failed;
        }
    }

    private static KafkaProcess kafka(Path libraries, Path directory) throws IOException {
        KafkaProcess kafka = KafkaProcess.start(libraries, directory);
        try {
            kafka.createTopic(TOPIC, PARTITIONS,
                Map.of("segment.bytes", SEGMENT_BYTES, "retention.bytes", SEGMENT_BYTES));
            return kafka;
        } catch (IOException | RuntimeException | Error failed) {
            kafka.close();
            throw failed;
        }
    }

    void measure(Run run) throws IOException {
        String array = messages.stream().map(SampleMessage::json).collect(joining(",", "[", "]"));
        String lines = messages.stream().map(message -> message.json() + "\n").collect(joining());
        int batches = run.volume().messages() / BATCH_MESSAGES;
        compared("H2.json", "application/json", "{\"messages\":" + array + "}", batches).run(run);
        compared("H2.ndjson", "application/x-ndjson", lines, batches).run(run);
    }

    private Comparison compared(String row, String contentType, String body, int batches) {
        HttpLoad ours = new HttpLoad(broker.port(), "/v1/topics/" + TOPIC + "/messages?acks=leader", contentType,
            body.getBytes(StandardCharsets.UTF_8), CONNECTIONS);
        KafkaLoad theirs = new KafkaLoad(kafka.bootstrapServers(), TOPIC, messages);
        int count = batches * BATCH_MESSAGES;
        return new Comparison(row, MessageRate.FIGURES,
            () -> MessageRate.figures(count, () -> ours.closedLoopNanos(batches), broker::processorTime, this::storedByPartita),
            () -> MessageRate.figures(count, () -> theirs.nanos(count), kafka::processorTime, this::storedByKafka));
    }

    long storedByPartita() throws IOException {
        return END_OFFSET.matcher(broker.get("/v1/topics/" + TOPIC)).results()
            .mapToLong(end -> Long.parseLong(end.group(1))).sum();
    }

    long storedByKafka() throws IOException {
        return kafka.stored(TOPIC);
    }

    @Override
    public void close() throws IOException {
        try (broker; kafka) {
            // Both, whatever becomes of the first.
        }
        ServerFiles.delete(directory);
    }
}
