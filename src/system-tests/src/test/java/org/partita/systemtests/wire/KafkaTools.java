package org.partita.systemtests.wire;

import java.util.List;
import java.util.stream.Stream;

import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.KafkaCommand;

/** The scripts of a Kafka distribution by their names, each in a JVM of its own. */
final class KafkaTools {
    private final String bootstrap;

    KafkaTools(BrokerProcess broker) {
        this.bootstrap = broker.bootstrap();
    }

    /** What all of them say they are. */
    static String version() {
        return "Kafka's tools " + String.join(" ", KafkaCommand.run(mainClass("kafka-topics"), "--version"));
    }

    static String mainClass(String script) {
        return switch (script) {
            case "kafka-topics" -> "org.apache.kafka.tools.TopicCommand";
            case "kafka-configs" -> "kafka.admin.ConfigCommand";
            case "kafka-get-offsets" -> "org.apache.kafka.tools.GetOffsetShell";
            case "kafka-delete-records" -> "org.apache.kafka.tools.DeleteRecordsCommand";
            case "kafka-console-producer" -> "org.apache.kafka.tools.ConsoleProducer";
            case "kafka-console-consumer" -> "org.apache.kafka.tools.consumer.ConsoleConsumer";
            case "kafka-producer-perf-test" -> "org.apache.kafka.tools.ProducerPerformance";
            default -> throw new IllegalArgumentException("no main class is known of " + script);
        };
    }

    /** Runs to its end. @return the lines it printed @throws IllegalStateException if it fails */
    List<String> run(String script, String... arguments) {
        return KafkaCommand.run(mainClass(script), connected(arguments));
    }

    /** As {@link #run}, with something to read. */
    List<String> feed(String input, String script, String... arguments) {
        return KafkaCommand.feed(input, mainClass(script), connected(arguments));
    }

    private String[] connected(String... arguments) {
        return Stream.concat(Stream.of("--bootstrap-server", bootstrap), Stream.of(arguments)).toArray(String[]::new);
    }
}
