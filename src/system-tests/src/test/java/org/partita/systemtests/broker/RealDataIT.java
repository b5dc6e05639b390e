package org.partita.systemtests.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.DataSets;
import org.partita.systemtests.harness.JsonText;
import org.partita.systemtests.harness.Position;
import org.partita.systemtests.harness.SharedBroker;
import org.partita.systemtests.harness.StoredMessage;

/** Data nobody made for this test. */
@ExtendWith(SharedBroker.class)
class RealDataIT {
    private static final int BATCH = 500;

    @Test
    void everyMovieComesBackByteForByte(BrokerClient broker) {
        List<JsonText> movies = DataSets.movies();
        List<String> messages = movies.stream()
            .map(movie -> "{\"key\":%s,\"payload\":%s}".formatted(keyOf(movie), movie.raw())).toList();
        broker.createTopic("movies", 6);

        List<Position> positions = publish(broker, "movies", messages);

        assertThat(movies).hasSizeGreaterThan(3000);
        Map<Position, String> stored = readTopic(broker, "movies", 6);
        assertThat(stored).hasSameSizeAs(movies);
        for (int i = 0; i < movies.size(); i++) {
            assertThat(stored.get(positions.get(i))).as("movie %d at %s", i, positions.get(i))
                .isEqualTo(movies.get(i).raw());
        }
    }

    @Test
    void everyLineComesBackByteForByte(BrokerClient broker) {
        List<String> lines = DataSets.gitHubLines();
        List<String> messages = lines.stream()
            .map(line -> Base64.getEncoder().encodeToString(line.getBytes(UTF_8)))
            .map("{\"payloadBase64\":\"%s\"}"::formatted).toList();
        broker.createTopic("github", 1);

        publish(broker, "github", messages);

        assertThat(lines).hasSizeGreaterThan(900);
        assertThat(broker.readAll("github", 0)).extracting(StoredMessage::payloadText).containsExactlyElementsOf(lines);
    }

    @Test
    void everyLineComesBackAsTheStringItWas(BrokerClient broker) {
        List<String> lines = DataSets.gitHubLines().stream().map(JsonText::quote).toList();
        broker.createTopic("github-strings", 1);

        publish(broker, "github-strings", lines.stream().map("{\"payload\":%s}"::formatted).toList());

        assertThat(broker.readAll("github-strings", 0)).extracting(message -> message.json().member("payload").raw())
            .containsExactlyElementsOf(lines);
    }

    private static String keyOf(JsonText movie) {
        JsonText title = movie.member("Title");
        return title.isString() ? title.raw() : JsonText.quote(title.raw());
    }

    private static List<Position> publish(BrokerClient broker, String topic, List<String> messages) {
        List<Position> positions = new ArrayList<>();
        for (int from = 0; from < messages.size(); from += BATCH) {
            List<String> batch = messages.subList(from, Math.min(messages.size(), from + BATCH));
            positions.addAll(broker.publishBatch(topic, batch));
        }
        assertThat(positions).hasSameSizeAs(messages).doesNotHaveDuplicates();
        return positions;
    }

    private static Map<Position, String> readTopic(BrokerClient broker, String topic, int partitions) {
        Map<Position, String> payloads = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            for (StoredMessage message : broker.readAll(topic, partition)) {
                payloads.put(new Position(partition, message.offset()), message.payloadText());
            }
        }
        return payloads;
    }
}
