package org.partita.wire.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.netty.channel.DefaultFileRegion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.partita.wire.testing.NamedThreads;
import org.partita.wire.testing.RawClient;

/** Answers of which a part is in a file, whatever waits for the sockets. */
class FileRegionTest {
    private static final int FILE_BYTES = 8 << 20;
    private static final int SMALL_BUFFER = 16 << 10;
    private static final int TAIL = 4_711;
    private static final Duration WITHIN = Duration.ofSeconds(20);

    private final byte[] content = new byte[FILE_BYTES];
    private final AtomicInteger open = new AtomicInteger();
    private WireServer server;

    @TempDir
    private Path directory;
    private Path file;

    @BeforeEach
    void writeFile() throws IOException {
        new SplittableRandom(3).nextBytes(content);
        file = Files.write(directory.resolve("file"), content);
    }

    @AfterEach
    void stop() {
        assertThat(server.close(WITHIN)).isTrue();
        assertThat(open).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aFileComesBetweenTheBytesAroundIt(Transport transport) throws Exception {
        start(transport, ServerBench.LIMITS);
        try (RawClient client = asking()) {
            ByteBuffer answer = client.receive();

            assertThat(answer.remaining()).isEqualTo(FILE_BYTES + Integer.BYTES);
            assertThat(answer.slice(0, FILE_BYTES)).isEqualTo(ByteBuffer.wrap(content));
            assertThat(answer.getInt(FILE_BYTES)).isEqualTo(TAIL);
        }
        await().atMost(WITHIN).until(() -> open.get() == 0 && server.statistics().unsentBytes() == 0);
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aFileThatEndsTooEarlyEndsTheConnection(Transport transport) throws Exception {
        start(transport, ServerBench.LIMITS);
        try (RawClient client = asking()) {
            await().atMost(WITHIN).until(() -> open.get() == 1);
            try (FileChannel writable = FileChannel.open(file, StandardOpenOption.WRITE)) {
                writable.truncate(10);
            }

            assertThat(client.isClosedByServer()).isTrue();
        }
        await().atMost(WITHIN).until(() -> open.get() == 0 && server.statistics().unsentBytes() == 0);
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void whoDoesNotTakeFilesGoesForOthers(Transport transport) throws Exception {
        start(transport, new WireLimits(1 << 20, 10, 4, 100_000, 1 << 20, ServerBench.PATIENT));
        try (RawClient deaf = asking()) {
            await().atMost(WITHIN).until(() -> open.get() == 1);
            try (RawClient second = asking()) {
                await().atMost(WITHIN).until(() -> open.get() == 2);
                try (RawClient third = asking()) {
                    assertThat(deaf.isClosedByServer()).isTrue();
                    assertThat(third.receive().remaining()).isEqualTo(FILE_BYTES + Integer.BYTES);
                }
                assertThat(second.receive().remaining()).isEqualTo(FILE_BYTES + Integer.BYTES);
            }
        }
    }

    private void start(Transport transport, WireLimits limits) {
        server = WireServer.start(transport, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2,
            new NamedThreads(), limits, address -> new FileHandler());
    }

    /** More is asked for than sockets take, and nothing is read. */
    private RawClient asking() throws IOException {
        return new RawClient(server.address(), SMALL_BUFFER).sendFrame(new byte[FrameAssembler.MIN_FRAME_BYTES]);
    }

    private final class FileHandler implements RequestHandler {
        @Override
        public RequestRule rule(short apiKey, short apiVersion) {
            return new RequestRule(1_000, 1, false, false);
        }

        @Override
        public CompletionStage<Answer> handle(ByteBuffer request, CompletionStage<Void> clientGone) {
            return CompletableFuture.completedStage(allocator -> {
                try {
                    return List.of(allocator.buffer(Integer.BYTES).writeInt(FILE_BYTES + Integer.BYTES),
                        new CountedRegion(FileChannel.open(file)), allocator.buffer(Integer.BYTES).writeInt(TAIL));
                } catch (IOException unreadable) {
                    throw new IllegalStateException(unreadable);
                }
            });
        }
    }

    private final class CountedRegion extends DefaultFileRegion {
        private CountedRegion(FileChannel channel) {
            super(channel, 0, FILE_BYTES);
            open.incrementAndGet();
        }

        @Override
        protected void deallocate() {
            super.deallocate();
            open.decrementAndGet();
        }
    }
}
