package org.partita.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

final class PortProbeTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void takenPortIsRefusedNamingIt() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
            assertThatThrownBy(() -> PortProbe.freePort(LOOPBACK, taken.getLocalPort()))
                    .isInstanceOf(LaunchException.class).hasMessageContaining("port " + taken.getLocalPort());
        }
    }

    @Test
    void portZeroTakesAFreeOne() {
        int port = PortProbe.freePort(LOOPBACK, 0);

        assertThat(port).isPositive();
    }

    @Test
    void addressOfAnotherMachineIsRefused() throws IOException {
        InetAddress documentation = InetAddress.getByName("192.0.2.1");

        assertThatThrownBy(() -> PortProbe.freePort(documentation, 0)).isInstanceOf(LaunchException.class);
    }
}
