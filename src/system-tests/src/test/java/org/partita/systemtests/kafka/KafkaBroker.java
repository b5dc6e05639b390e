package org.partita.systemtests.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.awaitility.Awaitility;
import org.partita.systemtests.harness.FreePort;
import org.partita.systemtests.harness.KafkaCommand;

/** One broker of Kafka with its controller in one process, on free ports of the loopback interface. */
final class KafkaBroker implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(120);

    private final KafkaCommand process;
    private final String bootstrapServers;
    private final Path logs;

    private KafkaBroker(KafkaCommand process, String bootstrapServers, Path logs) {
        this.process = process;
        this.bootstrapServers = bootstrapServers;
        this.logs = logs;
    }

    /** @param directory an empty one */
    static KafkaBroker start(Path directory) {
        String broker = "127.0.0.1:" + FreePort.next();
        String controller = "127.0.0.1:" + FreePort.next();
        Path logs = directory.resolve("logs");
        Path properties = write(directory.resolve("server.properties"), """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@%2$s
            listeners=PLAINTEXT://%1$s,CONTROLLER://%2$s
            advertised.listeners=PLAINTEXT://%1$s
            controller.listener.names=CONTROLLER
            listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
            log.dirs=%3$s
            offsets.topic.replication.factor=1
            offsets.topic.num.partitions=1
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            transaction.state.log.num.partitions=1
            group.initial.rebalance.delay.ms=0
            """.formatted(broker, controller, logs));
        KafkaCommand.run("kafka.tools.StorageTool", "format", "-t", "MkU3OEVBNTcwNTJENDM2Qg", "-c",
            properties.toString());
        KafkaBroker started = new KafkaBroker(KafkaCommand.start("kafka.Kafka", properties.toString()), broker, logs);
        try {
            started.awaitReady();
            return started;
        } catch (RuntimeException | Error e) {
            started.close();
            throw e;
        }
    }

    private static Path write(Path file, String content) {
        try {
            return Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        try (Admin admin = admin()) {
            Awaitility.await("Kafka, see " + process.output()).atMost(READY_WITHIN).until(() ->
                !process.isAlive() || answers(admin));
        }
        if (!process.isAlive()) throw new IllegalStateException("Kafka ended, see " + process.output());
    }

    private static boolean answers(Admin admin) throws InterruptedException {
        try {
            return !admin.describeCluster().nodes().get(1, TimeUnit.SECONDS).isEmpty();
        } catch (ExecutionException | TimeoutException notYet) {
            return false;
        }
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    }

    /** Where the files of a partition are. */
    Path directory(String topic, int partition) {
        return logs.resolve(topic + "-" + partition);
    }

    void terminate() {
        process.terminate();
    }

    @Override
    public void close() {
        process.kill();
    }
}
