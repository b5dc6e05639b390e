package org.partita.systemtests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.ApiVersionsRequest;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.ProcessFigures;

/** Many clients that do nothing, or ask for much and read nothing, and one that has work to do. */
class ManyConnectionsIT {
    private static final int IDLE = 2_000;
    private static final int SLOW_READERS = 200;
    private static final int MESSAGES = 50_000;
    private static final int MESSAGE_BYTES = 1_000;
    private static final long ACKNOWLEDGED_WITHIN_SECONDS = 180;
    private static final int RECEIVE_BUFFER_BYTES = 4_096;
    private static final int ANSWER_MILLIS = 60_000;
    private static final String TOPIC = "work";
    /**
     * A descriptor for each connection, and for each slow reader one of the file that is sent to it. Of the heap, which
     * has 512 MiB: answers that are not taken, and what each connection has.
     */
    private static final ProcessFigures ROOM = new ProcessFigures(50, IDLE + 2 * SLOW_READERS + 100, 160L << 20);

    @TempDir
    private Path data;
    private final List<Socket> sockets = new ArrayList<>();

    @Test
    void idleConnectionsAndSlowReadersDoNotHurtAFastProducer() throws Exception {
        try (BrokerProcess broker = BrokerProcess.startAsShipped(data)) {
            broker.client().createTopic(TOPIC, 1);
            Duration alone = produce(broker);
            ProcessFigures before = ProcessFigures.of(broker.pid());
            long residentBefore = residentBytes(broker.pid());

            for (int i = 0; i < IDLE; i++) connect(broker);
            for (int i = 0; i < SLOW_READERS; i++) askForMuch(connect(broker));
            Duration among = produce(broker);

            ProcessFigures during = ProcessFigures.of(broker.pid());
            assertThat(during).matches(now -> now.isWithin(before, ROOM), "not above " + before + " by more than "
                + ROOM);
            assertThat(broker.client().isReady()).isTrue();
            System.out.printf("%d messages of %d bytes: %d ms alone, %d ms among %d idle connections and %d slow "
                + "readers; %s, %d MiB resident before; %s, %d MiB then%n", MESSAGES, MESSAGE_BYTES, alone.toMillis(),
                among.toMillis(), IDLE, SLOW_READERS, before, residentBefore >> 20, during,
                residentBytes(broker.pid()) >> 20);
        } finally {
            for (Socket each : sockets) each.close();
        }
    }

    /** All must be acknowledged. @return how long that took */
    private static Duration produce(BrokerProcess broker) throws Exception {
        long startedNanos = System.nanoTime();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap(), ProducerConfig.ACKS_CONFIG, "all",
            ProducerConfig.RETRIES_CONFIG, 0, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false),
            new ByteArraySerializer(), new ByteArraySerializer())) {
            byte[] message = new byte[MESSAGE_BYTES];
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < MESSAGES; i++) sent.add(producer.send(new ProducerRecord<>(TOPIC, 0, null, message)));
            for (Future<RecordMetadata> each : sent) each.get(ACKNOWLEDGED_WITHIN_SECONDS, TimeUnit.SECONDS);
        }
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    /** Has asked something once, as clients do. */
    private Socket connect(BrokerProcess broker) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        socket.setSoTimeout(ANSWER_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), broker.wirePort()), ANSWER_MILLIS);
        ApiVersionsRequest request = new ApiVersionsRequest.Builder().build((short) 0);
        send(socket, request.serializeWithHeader(new RequestHeader(ApiKeys.API_VERSIONS, (short) 0, "idle", 1)));
        DataInputStream answers = new DataInputStream(socket.getInputStream());
        assertThat(answers.readNBytes(answers.readInt())).isNotEmpty();
        return socket;
    }

    /** Megabytes, of which nothing will be read. */
    private static void askForMuch(Socket socket) throws IOException {
        FetchRequestData data = new FetchRequestData().setMaxBytes(50 << 20).setMinBytes(1).setMaxWaitMs(500)
            .setTopics(List.of(new FetchRequestData.FetchTopic().setTopic(TOPIC).setPartitions(List.of(
                new FetchRequestData.FetchPartition().setPartition(0).setFetchOffset(0)
                    .setPartitionMaxBytes(50 << 20)))));
        FetchRequest request = new FetchRequest(data, (short) 11);
        send(socket, request.serializeWithHeader(new RequestHeader(ApiKeys.FETCH, (short) 11, "slow", 2)));
    }

    private static void send(Socket socket, ByteBuffer request) throws IOException {
        byte[] frame = ByteBuffer.allocate(Integer.BYTES + request.remaining()).putInt(request.remaining())
            .put(request).array();
        socket.getOutputStream().write(frame);
    }

    private static long residentBytes(long pid) throws IOException {
        String line = Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
            .filter(each -> each.startsWith("VmRSS:")).findFirst().orElseThrow();
        return Long.parseLong(line.replaceAll("\\D+", "")) << 10;
    }
}
