package org.partita.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class ReadyMessageTest {
    @Test
    void showsAddressDirectoryAndTwoCommands() {
        List<String> lines = lines("--auto-create-topics", "--context-root", "/mq", "--data", "/var/lib/partita");

        assertThat(lines).contains("  HTTP   http://127.0.0.1:8080/mq", "  Kafka  127.0.0.1:9092",
                "  data   /var/lib/partita");
        assertThat(lines).filteredOn(line -> line.contains("curl")).hasSize(2)
                .allMatch(line -> line.contains("http://127.0.0.1:8080/mq/v1/topics/orders/"));
    }

    @Test
    void createsTheTopicFirstWhenPublishingDoesNot() {
        List<String> lines = lines();

        assertThat(lines).filteredOn(line -> line.contains("curl")).hasSize(3)
                .first().asString().contains("\"name\":\"orders\"");
    }

    @Test
    void saysThatThereIsNoListenerOfTheKafkaProtocol() {
        assertThat(lines("--wire", "off")).contains("  Kafka  off");
    }

    private static List<String> lines(String... flags) {
        CommandLine commandLine = new CommandLine(BrokerCommand.spec());
        return ReadyMessage.lines(
                BrokerCommand.configuration(commandLine.parseArgs(flags), new Properties(), Map.of()));
    }
}
