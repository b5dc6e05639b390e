package org.partita.systemtests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.ProcessFigures;

/** Noise on the port of the Kafka protocol: the broker lives, serves others, and keeps nothing of it. */
class MangledFramesIT {
    private static final System.Logger LOG = System.getLogger(MangledFramesIT.class.getName());
    private static final boolean SOAK = Boolean.getBoolean("partita.soak");
    private static final int FRAMES = Integer.getInteger("partita.wire.mangled", SOAK ? 100_000 : 5_000);
    private static final long SEED = Long.getLong("partita.wire.seed", 20_261_130L);
    /** Until classes are loaded and what is kept for each API has its size. */
    private static final int FIRST_FRAMES = 2_000;
    private static final int LOOK_EVERY = 500;
    private static final ProcessFigures ROOM = new ProcessFigures(10, 10, 16 << 20);
    private static final Duration GONE_WITHIN = Duration.ofSeconds(90);
    private static final int ANSWER_MILLIS = 30_000;

    @TempDir
    private Path data;

    @Test
    void framesThatMakeNoSenseLeaveNothingBehindAndDisturbNobody() throws IOException {
        MangledFrames frames = new MangledFrames(SEED);
        try (BrokerProcess broker = BrokerProcess.start(data);
             Admin bystander = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap()))) {
            broker.client().createTopic("kept", 1);
            send(frames, FIRST_FRAMES, broker, bystander);
            ProcessFigures before = ProcessFigures.of(broker.pid());

            send(frames, FRAMES, broker, bystander);

            Awaitility.await("what they took").atMost(GONE_WITHIN).pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(ProcessFigures.of(broker.pid()))
                    .matches(now -> now.isWithin(before, ROOM), "not above " + before + " by more than " + ROOM));
            System.out.printf("%d mangled frames, seed %d: before %s, after %s%n", FRAMES, SEED, before,
                ProcessFigures.of(broker.pid()));
            broker.client().publish("kept", "{\"payload\":1}");
            assertThat(broker.outputLines()).noneMatch(line -> line.contains(" SEVERE "));
        }
    }

    private static void send(MangledFrames frames, int count, BrokerProcess broker, Admin bystander)
        throws IOException {
        for (int sent = 0; sent < count; sent++) {
            sendOne(frames.next(), broker.wirePort());
            if (sent % LOOK_EVERY == 0) {
                assertThat(bystander.listTopics().names().toCompletionStage().toCompletableFuture().join())
                    .as("after " + sent + " frames, seed " + SEED).contains("kept");
            }
        }
    }

    /** Waits until the broker has closed the connection, which the end of what is sent makes it do at the latest. */
    private static void sendOne(byte[] frame, int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MILLIS);
            exchange(frame, socket);
        }
    }

    /** The broker may have enough of it, and close the connection, before all was sent. */
    private static void exchange(byte[] frame, Socket connected) throws IOException {
        try {
            connected.getOutputStream().write(frame);
            connected.shutdownOutput();
            connected.getInputStream().readAllBytes();
        } catch (SocketException closed) {
            LOG.log(Level.DEBUG, "closed early", closed);
        }
    }
}
