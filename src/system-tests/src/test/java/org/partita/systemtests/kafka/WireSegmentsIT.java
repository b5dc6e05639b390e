package org.partita.systemtests.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.partita.systemtests.harness.BrokerProcess;

/** What Kafka's own producer sent is on the disk as Kafka's own tool expects it, whatever the codec. */
class WireSegmentsIT {
    private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");
    private static final int MESSAGES = 500;
    private static final long ACKNOWLEDGED_WITHIN_SECONDS = 60;

    @TempDir
    private Path data;

    @Test
    void batchesOfEveryCodecAreStoredAsTheyCame() throws Exception {
        Map<String, Path> directories = new HashMap<>();
        try (BrokerProcess broker = BrokerProcess.start(data)) {
            for (String codec : CODECS) {
                broker.client().createTopic(codec, 1);
                directories.put(codec, data.resolve(
                    broker.client().get("/v1/topics/" + codec).expect(200).json().member("id").string()));
                produce(broker, codec);
            }
            broker.terminate();
        }

        for (String codec : CODECS) {
            SegmentDump dump = SegmentDump.deep(Stream.of(".log", ".index", ".timeindex")
                .flatMap(suffix -> LogFiles.below(directories.get(codec), suffix).stream()).toList());

            assertThat(dump.complaints()).as(codec).isEmpty();
            assertThat(dump.records()).as(codec).hasSize(MESSAGES);
            assertThat(dump.batches()).as(codec).isNotEmpty().allSatisfy(batch -> assertThat(batch)
                .containsEntry("isvalid", "true").containsEntry("compresscodec", codec)
                .containsEntry("producerEpoch", "0").doesNotContainEntry("producerId", "-1"));
        }
    }

    private static void produce(BrokerProcess broker, String codec) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap(), ProducerConfig.COMPRESSION_TYPE_CONFIG, codec,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true, ProducerConfig.ACKS_CONFIG, "all"),
            new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < MESSAGES; i++) {
                sent.add(producer.send(new ProducerRecord<>(codec, 0, "key " + i, "value ".repeat(20) + i)));
            }
            for (Future<RecordMetadata> each : sent) each.get(ACKNOWLEDGED_WITHIN_SECONDS, TimeUnit.SECONDS);
        }
    }
}
