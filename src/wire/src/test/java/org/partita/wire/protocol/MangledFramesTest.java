package org.partita.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.RawClient;

/** Frames that were right before something happened to them. */
class MangledFramesTest {
    private static final int FRAMES = Integer.getInteger("partita.wire.mangled", 10_000);
    private static final long SEED = Long.getLong("partita.wire.seed", 20_261_130L);
    private static final List<ApiKeys> SERVED = List.of(ApiKeys.API_VERSIONS, ApiKeys.METADATA,
        ApiKeys.DESCRIBE_TOPIC_PARTITIONS, ApiKeys.DESCRIBE_CLUSTER, ApiKeys.LIST_OFFSETS, ApiKeys.DESCRIBE_CONFIGS,
        ApiKeys.INCREMENTAL_ALTER_CONFIGS, ApiKeys.CREATE_TOPICS, ApiKeys.DELETE_TOPICS, ApiKeys.CREATE_PARTITIONS,
        ApiKeys.PRODUCE, ApiKeys.INIT_PRODUCER_ID);
    private static final short FIRST_PRODUCE_WITH_IDS = 13;
    private static final String LEAKS = ResourceLeakDetector.class.getName();

    @Test
    void mangledFramesDisturbNobodyElseAndLeakNothing() throws Exception {
        Reports reports = new Reports();
        Logger leaks = Logger.getLogger(LEAKS);
        leaks.addHandler(reports);
        SplittableRandom random = new SplittableRandom(SEED);
        try (KafkaListener listener = KafkaListener.started(); RawClient bystander = listener.connect()) {
            listener.memory().create("orders", 3);
            for (int sent = 0; sent < FRAMES; sent++) {
                sendMangled(listener, mangled(random));
                if (sent % 1_000 == 0) assertAnswered(bystander, sent);
            }

            assertAnswered(bystander, FRAMES);
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                assertThat(listener.server().statistics().requestBytes()).as("seed " + SEED).isZero();
                assertThat(listener.server().statistics().buffers()).as("seed " + SEED).isZero();
            });
            provokeReports();
            assertThat(reports.lines).as("seed " + SEED).isEmpty();
        } finally {
            leaks.removeHandler(reports);
        }
    }

    @Test
    void aLeakWouldBeReported() {
        Reports reports = new Reports();
        Logger leaks = Logger.getLogger(LEAKS);
        leaks.addHandler(reports);
        leaks.setUseParentHandlers(false);
        try {
            lose();

            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                provokeReports();
                return !reports.lines.isEmpty();
            });
        } finally {
            leaks.setUseParentHandlers(true);
            leaks.removeHandler(reports);
        }
    }

    private static void lose() {
        PooledByteBufAllocator.DEFAULT.directBuffer(64).writeInt(1);
    }

    /** Each on a connection of its own, so that none is passed over behind one that ended it. */
    private static void sendMangled(KafkaListener listener, byte[] frame) throws IOException {
        try (RawClient client = listener.connect()) {
            assertThat(client.send(frame).end().isClosedByServer()).isTrue();
        } catch (SocketException closed) {
            // The server had enough of it before all was sent, as it may.
            assertThat(frame).isNotEmpty();
        }
    }

    private static byte[] mangled(SplittableRandom random) {
        byte[] frame = RawClient.framed(request(random));
        switch (random.nextInt(8)) {
            case 0 -> random.nextBytes(frame);
            case 1 -> frame = truncated(frame, random);
            case 2 -> ByteBuffer.wrap(frame).putInt(0, random.nextInt());
            case 3 -> ByteBuffer.wrap(frame).putInt(0, random.nextInt(2_000));
            default -> {
                // The length stays, so that what is behind it is read.
                int changes = 1 + random.nextInt(4);
                for (int i = 0; i < changes; i++) {
                    frame[Integer.BYTES + random.nextInt(frame.length - Integer.BYTES)] = (byte) random.nextInt();
                }
            }
        }
        return frame;
    }

    private static byte[] truncated(byte[] frame, SplittableRandom random) {
        byte[] part = Arrays.copyOf(frame, 5 + random.nextInt(frame.length - 5));
        if (random.nextBoolean()) ByteBuffer.wrap(part).putInt(0, part.length - Integer.BYTES);
        return part;
    }

    /** A request of any API, also of those that are not served, in any version, with what its fields are by default. */
    private static byte[] request(SplittableRandom random) {
        List<ApiKeys> keys = random.nextInt(8) == 0 ? List.copyOf(ApiKeys.clientApis()) : SERVED;
        ApiKeys key = keys.get(random.nextInt(keys.size()));
        short version = (short) (key.oldestVersion() + random.nextInt(key.latestVersion() - key.oldestVersion() + 1));
        ByteBuffer header = MessageUtil.toByteBufferAccessor(new RequestHeaderData().setRequestApiKey(key.id)
            .setRequestApiVersion(version).setCorrelationId(random.nextInt()).setClientId("fuzz"),
            key.requestHeaderVersion(version)).buffer();
        ByteBuffer body = body(key, version, random);
        return ByteBuffer.allocate(header.remaining() + body.remaining()).put(header).put(body).array();
    }

    private static ByteBuffer body(ApiKeys key, short version, SplittableRandom random) {
        byte[] some = new byte[8 + random.nextInt(64)];
        random.nextBytes(some);
        try {
            ApiMessage message = key == ApiKeys.PRODUCE ? produce(version, random)
                : ApiMessageType.fromApiKey(key.id).newRequest();
            ByteBuffer right = MessageUtil.toByteBufferAccessor(message, version).buffer();
            return ByteBuffer.allocate(right.remaining() + some.length).put(right).put(some).flip();
        } catch (RuntimeException cannotBeEmpty) {
            return ByteBuffer.wrap(some);
        }
    }

    /** With a batch, so that what is in it is mangled too. */
    private static ApiMessage produce(short version, SplittableRandom random) {
        MemoryRecords batch = MemoryRecords.withIdempotentRecords(Compression.of(CompressionType.GZIP).build(), 7,
            (short) 0, random.nextInt(3), new SimpleRecord(1_000, "key".getBytes(StandardCharsets.UTF_8),
                new byte[random.nextInt(100)]));
        ProduceRequestData data = new ProduceRequestData().setAcks((short) (random.nextInt(3) - 1)).setTimeoutMs(1_000);
        TopicProduceData topic = new TopicProduceData();
        if (version < FIRST_PRODUCE_WITH_IDS) topic.setName("orders");
        topic.partitionData().add(new PartitionProduceData().setIndex(random.nextInt(4)).setRecords(batch));
        data.topicData().add(topic);
        return data;
    }

    private static void assertAnswered(RawClient client, int correlationId) throws IOException {
        client.sendFrame(ByteBuffer.allocate(10).putShort(ApiKeys.API_VERSIONS.id).putShort((short) 0)
            .putInt(correlationId).putShort((short) -1).array());
        assertThat(client.receive().getInt()).isEqualTo(correlationId);
    }

    /** Buffers that were lost are reported when others are taken after a collection. */
    private static void provokeReports() {
        for (int i = 0; i < 3; i++) {
            System.gc();
            for (int j = 0; j < 200; j++) {
                ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(64);
                buffer.release();
            }
        }
    }

    private static final class Reports extends Handler {
        private final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord report) {
            lines.add(report.getMessage());
        }

        @Override
        public void flush() {
            // Nothing is held back.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
