package org.partita.bench.rows;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.partita.bench.comparison.Comparison;
import org.partita.bench.comparison.MessageRate;
import org.partita.bench.comparison.Run;
import org.partita.bench.http.HttpLoad;
import org.partita.bench.kafka.KafkaLoad;
import org.partita.bench.kafka.PartitaBroker;
import org.partita.bench.kafka.ProducerSettings;
import org.partita.bench.kafka.TopicPlan;
import org.partita.bench.process.ServerFiles;
import org.partita.bench.record.SampleMessage;

/** H2: batches over HTTP, against the same messages through Kafka's Java client to the same broker. */
final class BatchRow {
    private static final int BATCH_MESSAGES = 100;
    private static final int SEGMENT_BYTES = 256 << 20;
    private static final TopicPlan TOPIC = new TopicPlan("batches", 3, false, SEGMENT_BYTES, SEGMENT_BYTES);
    private static final int CONNECTIONS = 8;
    /** Its batches hold about a hundred messages. */
    private static final ProducerSettings PRODUCER = new ProducerSettings(false, 128 << 10);

    private final PartitaBroker broker;
    private final List<SampleMessage> messages = SampleMessage.distinct(BATCH_MESSAGES);

    /** @param broker gets a topic */
    BatchRow(PartitaBroker broker) throws IOException {
        this.broker = broker;
        broker.createTopic(TOPIC);
    }

    /** On a broker of its own. */
    static void measureAlone(Run run) throws IOException {
        Path directory = ServerFiles.make(run.directory());
        try (PartitaBroker broker = PartitaBroker.start(run.programs().distribution(), directory)) {
            new BatchRow(broker).measure(run);
        } finally {
            ServerFiles.delete(directory);
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
        HttpLoad http = new HttpLoad(broker.httpPort(), "/v1/topics/" + TOPIC.name() + "/messages?acks=leader",
            contentType, body.getBytes(StandardCharsets.UTF_8), CONNECTIONS);
        KafkaLoad client = KafkaLoad.ofMessages(broker.bootstrapServers(), PRODUCER, TOPIC.name(), messages);
        int count = batches * BATCH_MESSAGES;
        return new Comparison(row, MessageRate.FIGURES, () -> figures(count, () -> http.closedLoopNanos(batches)),
            () -> figures(count, () -> client.nanos(count)));
    }

    private double[] figures(int count, MessageRate.Count load) throws IOException {
        return MessageRate.figures(count, load, broker::processorTime, this::stored);
    }

    long stored() throws IOException {
        return broker.stored(TOPIC.name());
    }
}
