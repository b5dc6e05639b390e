package org.partita.bench.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.partita.bench.process.MeasuredProcess;

/** One broker of Kafka with its controller in one process, on free ports. Closing it stops it. */
public final class KafkaProcess implements ProtocolBroker {
    private static final String CLUSTER_ID = "MkU3OEVBNTcwNTJENDM2Qg";
    /** What Kafka's own scripts set beside the heap, but for the collector, which is G1 anyway. */
    private static final List<String> KAFKAS_OPTIONS = List.of("-XX:MaxGCPauseMillis=20",
        "-XX:InitiatingHeapOccupancyPercent=35", "-XX:+ExplicitGCInvokesConcurrent", "-Djava.awt.headless=true");
    private static final long ANSWERS_WITHIN_SECONDS = 30;

    private final MeasuredProcess process;
    private final String bootstrapServers;
    private final Admin admin;

    private KafkaProcess(MeasuredProcess process, String bootstrapServers) {
        this.process = process;
        this.bootstrapServers = bootstrapServers;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    }

    /**
     * Socket buffers are left to the system, as Partita's are: those Kafka sets by itself stall on the loopback. Old
     * segments are looked for as often as by Partita. All else is what Kafka does without being told.
     *
     * @param libraries the broker with all it needs
     * @param directory for its data and its logs
     */
    public static KafkaProcess start(Path libraries, Path directory) throws IOException {
        String broker = "127.0.0.1:" + MeasuredProcess.freePort();
        String controller = "127.0.0.1:" + MeasuredProcess.freePort();
        Path properties = Files.writeString(directory.resolve("kafka.properties"), """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@%2$s
            listeners=PLAINTEXT://%1$s,CONTROLLER://%2$s
            advertised.listeners=PLAINTEXT://%1$s
            controller.listener.names=CONTROLLER
            listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
            log.dirs=%3$s
            socket.send.buffer.bytes=-1
            socket.receive.buffer.bytes=-1
            log.retention.check.interval.ms=10000
            """.formatted(broker, controller, directory.resolve("kafka")));
        try (MeasuredProcess format = java(libraries, directory.resolve("kafka-format.log"),
            "kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", properties.toString())) {
            format.awaitSuccess();
        }
        KafkaProcess started = new KafkaProcess(
            java(libraries, directory.resolve("kafka.log"), "kafka.Kafka", properties.toString()), broker);
        try {
            started.process.awaitReady(started::answers);
            return started;
        } catch (IOException | RuntimeException | Error failed) {
            started.close();
            throw failed;
        }
    }

    private static MeasuredProcess java(Path libraries, Path log, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(MeasuredProcess.java()));
        command.addAll(KAFKAS_OPTIONS);
        command.addAll(MeasuredProcess.jvmOptions());
        command.addAll(List.of("-cp", libraries + "/*"));
        command.addAll(List.of(arguments));
        return MeasuredProcess.start(new ProcessBuilder(command), log);
    }

    private boolean answers() throws IOException {
        try {
            return !admin.describeCluster().nodes().get(1, TimeUnit.SECONDS).isEmpty();
        } catch (ExecutionException | TimeoutException notYet) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    @Override
    public String bootstrapServers() {
        return bootstrapServers;
    }

    @Override
    public Duration processorTime() {
        return process.processorTime();
    }

    @Override
    public long residentBytes() throws IOException {
        return process.residentBytes();
    }

    @Override
    public void createTopic(TopicPlan topic) throws IOException {
        Map<String, String> config = new HashMap<>(Map.of("segment.bytes", Integer.toString(topic.segmentBytes()),
            "retention.bytes", Long.toString(topic.retentionBytes())));
        if (topic.forced()) config.put("flush.messages", "1");
        answer(admin.createTopics(List.of(new NewTopic(topic.name(), topic.partitions(), (short) 1).configs(config)))
            .all());
    }

    @Override
    public long stored(String topic) throws IOException {
        TopicDescription description = answer(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
        Map<TopicPartition, OffsetSpec> ends = description.partitions().stream()
            .map(each -> new TopicPartition(topic, each.partition()))
            .collect(Collectors.toMap(Function.identity(), each -> OffsetSpec.latest()));
        return answer(admin.listOffsets(ends).all()).values().stream().mapToLong(ListOffsetsResultInfo::offset).sum();
    }

    private static <T> T answer(KafkaFuture<T> future) throws IOException {
        try {
            return future.get(ANSWERS_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IOException("Kafka did not do what it was asked for", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        admin.close();
        process.close();
    }
}
