package org.partita.bench.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

/** Who is not answered, or not as the protocol says, is no idle connection. */
class IdleConnectionsTest {
    @Test
    void answersWithoutErrorAreTaken() throws IOException {
        assertThatCode(() -> openTo(0, 0)).doesNotThrowAnyException();
    }

    @Test
    void errorIsTold() {
        assertThatThrownBy(() -> openTo(0, 35)).isInstanceOf(IOException.class).hasMessageContaining("error 35");
    }

    @Test
    void answerToAnotherRequestIsTold() {
        assertThatThrownBy(() -> openTo(7, 0)).isInstanceOf(IOException.class).hasMessageContaining("answered as 7");
    }

    @Test
    void closedConnectionIsTold() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> {
                try (Socket accepted = server.accept()) {
                    accepted.getInputStream().readNBytes(14);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });

            assertThatThrownBy(() -> IdleConnections.open("127.0.0.1:" + server.getLocalPort(), 1))
                .isInstanceOf(IOException.class);
            closing.join();
        }
    }

    /** One connection to a server that answers so. */
    private static void openTo(int correlationId, int errorCode) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> answering =
                CompletableFuture.runAsync(() -> answer(server, correlationId, errorCode));
            IdleConnections.open("127.0.0.1:" + server.getLocalPort(), 1).close();
            answering.join();
        }
    }

    private static void answer(ServerSocket server, int correlationId, int errorCode) {
        try (Socket accepted = server.accept()) {
            new DataInputStream(accepted.getInputStream()).readFully(new byte[14]);
            DataOutputStream out = new DataOutputStream(accepted.getOutputStream());
            out.writeInt(10);
            out.writeInt(correlationId);
            out.writeShort(errorCode);
            out.writeInt(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
