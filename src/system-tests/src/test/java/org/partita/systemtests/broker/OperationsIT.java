package org.partita.systemtests.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.Distribution;
import org.partita.systemtests.harness.SharedBroker;
import org.partita.systemtests.harness.StoredMessage;

/** The page for operators: its configuration is taken, its backup is one, and its series are there. */
@ExtendWith(SharedBroker.class)
class OperationsIT {
    private static final String DATA = "/var/lib/partita";
    private static final String BACKUP = "partita-backup.tar";
    private static final String TOPIC = "kept";
    private static final String MESSAGES = "/v1/topics/" + TOPIC + "/messages";
    private static final Pattern SERIES = Pattern.compile("partita_[a-z_]+");

    @TempDir
    private Path directory;

    @Test
    void backupOfAStoppedBrokerIsRestoredWithItsKeysAndOffsets() throws Exception {
        Path data = directory.resolve("data");
        List<String> commands = blocks("sh");
        int exitCode;
        try (BrokerProcess broker = configured(data)) {
            broker.client().createTopic(TOPIC, 1);
            publish(broker, "first").expect(201);
            exitCode = broker.terminate();
        }
        run(commands.get(0), data);
        try (BrokerProcess broker = configured(data)) {
            publish(broker, "second").expect(201);
            broker.terminate();
        }

        run(commands.get(1), data);

        assertThat(exitCode).isEqualTo(Integer.parseInt(unit("SuccessExitStatus")));
        try (BrokerProcess broker = configured(data)) {
            Answer repeated = publish(broker, "first").expect(201);
            publish(broker, "third").expect(201);

            assertThat(repeated.header("Idempotency-Replayed")).contains("true");
            assertThat(broker.client().readAll(TOPIC, 0))
                .extracting(StoredMessage::offset, StoredMessage::payloadText)
                .containsExactly(tuple(0L, "\"first\""), tuple(1L, "\"third\""));
        }
    }

    @Test
    void eachSeriesOfThePageIsThere(BrokerClient broker) throws IOException {
        SortedSet<String> named = SERIES.matcher(page()).results().map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
        broker.get("/v1/topics/operations-absent").expect(404);
        broker.createTopic("operations", 1);
        broker.publish("operations", "{\"payload\":1}");

        String metrics = broker.get("/metrics?scope=application").expect(200).text();

        assertThat(named).hasSizeGreaterThan(10).allSatisfy(name ->
            assertThat(metrics).containsPattern("(?m)^" + name + "[{ ]"));
        assertThat(metrics).containsPattern("partita_publish_micros\\{[^}]*outcome=\"success\"[^}]*quantile=\"0.99\"");
    }

    private BrokerProcess configured(Path data) throws IOException {
        assertThat(unit("ExecStart")).endsWith("/bin/partita broker --config /etc/partita/broker.properties");
        Path settings = Files.writeString(directory.resolve("broker.properties"),
            blocks("properties").get(0).replace(DATA, data.toString()));
        return BrokerProcess.start(data, "--config", settings.toString());
    }

    private static Answer publish(BrokerProcess broker, String payload) {
        return broker.client().post(MESSAGES, JSON, "{\"payload\":\"" + payload + "\"}", "Idempotency-Key", payload);
    }

    private void run(String commands, Path data) throws IOException, InterruptedException {
        String script = commands.replace(DATA, data.toString()).replace(BACKUP, directory.resolve(BACKUP).toString());
        Process shell = new ProcessBuilder("sh", "-euc", script).redirectErrorStream(true).start();
        String said = new String(shell.getInputStream().readAllBytes());
        assertThat(shell.waitFor()).as(said).isZero();
    }

    private static String unit(String key) throws IOException {
        return blocks("ini").get(0).lines().filter(line -> line.startsWith(key + "=")).findFirst().orElseThrow()
            .substring(key.length() + 1);
    }

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("(?ms)^ *```" + language + "$\\n(.*?)^ *```$").matcher(page()).results()
            .map(block -> block.group(1)).toList();
    }

    private static String page() throws IOException {
        return Files.readString(Distribution.page("operations.md"));
    }
}
