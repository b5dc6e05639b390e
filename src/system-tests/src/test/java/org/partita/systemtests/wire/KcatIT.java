package org.partita.systemtests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.SharedBroker;
import org.partita.systemtests.harness.StoredMessage;

/** A client of another family on a broker. */
@ExtendWith(SharedBroker.class)
class KcatIT {
    private static final int MESSAGES = 1_000;

    private Kcat kcat;
    private BrokerClient http;

    @BeforeEach
    void connect(BrokerProcess broker) {
        http = broker.client();
        kcat = new Kcat(broker);
        System.out.println("kcat " + kcat.version());
    }

    @Test
    void metadataNamesBrokerTopicsAndLeaders(BrokerProcess broker) {
        http.createTopic("kcat-metadata", 3);

        List<String> metadata = kcat.run("", "-L", "-t", "kcat-metadata");

        assertThat(metadata).anyMatch(line -> line.contains("broker 1 at " + broker.bootstrap()))
            .anyMatch(line -> line.contains("topic \"kcat-metadata\" with 3 partitions"));
        assertThat(metadata).filteredOn(line -> line.contains("leader 1, replicas: 1, isrs: 1")).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void whatIsProducedIsConsumedWhateverTheCodec(String codec) {
        String topic = "kcat-" + codec;
        http.createTopic(topic, 1);
        String input = IntStream.range(0, MESSAGES).mapToObj(i -> "key-" + i + ":value " + i + "\n")
            .collect(Collectors.joining());
        List<String> expected = IntStream.range(0, MESSAGES).mapToObj(i -> i + " key-" + i + " value " + i).toList();

        kcat.run(input, "-P", "-t", topic, "-p", "0", "-K", ":", "-z", codec);
        List<String> consumed = kcat.run("", "-C", "-t", topic, "-p", "0", "-o", "beginning", "-e", "-q", "-f",
            "%o %k %s\\n");

        assertThat(consumed).isEqualTo(expected);
        assertThat(http.readAll(topic, 0)).hasSize(MESSAGES).extracting(StoredMessage::key)
            .startsWith("key-0", "key-1");
    }

    @Test
    void idempotentProducerIsServed() {
        http.createTopic("kcat-idempotent", 1);

        kcat.run("one\ntwo\nthree\n", "-P", "-t", "kcat-idempotent", "-p", "0", "-X", "enable.idempotence=true");

        assertThat(kcat.run("", "-C", "-t", "kcat-idempotent", "-p", "0", "-o", "beginning", "-e", "-q"))
            .containsExactly("one", "two", "three");
    }

    @Test
    void consumingBeginsAtATime() {
        http.createTopic("kcat-time", 1);
        for (int i = 1; i <= 5; i++) {
            http.publish("kcat-time", "{\"payload\":" + i + ",\"timestampMs\":" + 1_000 * i + "}");
        }

        List<String> consumed = kcat.run("", "-C", "-t", "kcat-time", "-p", "0", "-o", "s@3000", "-e", "-q", "-f",
            "%T %s\\n");

        assertThat(consumed).containsExactly("3000 3", "4000 4", "5000 5");
    }
}
