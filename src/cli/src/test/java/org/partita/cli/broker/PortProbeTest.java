package org.partita.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.settings.Listener;
import picocli.CommandLine;

final class PortProbeTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @ParameterizedTest
    @ValueSource(strings = {"--http", "--wire"})
    void takenPortIsRefusedNamingItAndItsFlag(String flag) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
            assertThatThrownBy(() -> chosen("--http", "0", "--wire", "0", flag, "" + taken.getLocalPort()))
                    .isInstanceOf(LaunchException.class).hasMessageContaining("port " + taken.getLocalPort())
                    .hasMessageContaining("stop what uses it, or choose another with " + flag + " or --bind");
        }
    }

    /** Whoever runs the tests may have the right, so the answer of the system is given. */
    @Test
    void portWithoutRightsIsRefusedSayingThatItNeedsThem() {
        LaunchException refused = PortProbe.refusal(new Listener(LOOPBACK, 80, ""), "--http",
                new BindException("Permission denied"));

        assertThat(refused).hasMessage("cannot listen on " + LOOPBACK.getHostAddress() + " port 80 (Permission denied);"
                + " this user has no right to the port: choose one from 1024 on with --http, or give the process the"
                + " right (on Linux CAP_NET_BIND_SERVICE)");
    }

    @Test
    void portZeroTakesAFreeOneOfEach() {
        BrokerConfiguration chosen = chosen("--http", "0", "--wire", "0");

        assertThat(chosen.http().port()).isPositive();
        assertThat(chosen.wire().port()).isPositive().isNotEqualTo(chosen.http().port());
    }

    @Test
    void noPortIsTakenForAListenerThatIsOff() {
        assertThat(chosen("--http", "0", "--wire", "off").wire().isOff()).isTrue();
    }

    @Test
    void addressOfAnotherMachineIsRefused() {
        assertThatThrownBy(() -> chosen("--http", "0", "--bind", "192.0.2.1", "--wire", "off"))
                .isInstanceOf(LaunchException.class).hasMessageEndingWith("; choose another with --http or --bind");
    }

    private static BrokerConfiguration chosen(String... flags) {
        Properties insecure = new Properties();
        insecure.setProperty("partita.security.allow-insecure", "true");
        CommandLine commandLine = new CommandLine(BrokerCommand.spec()).setOverwrittenOptionsAllowed(true);
        return PortProbe.withFreePorts(
                BrokerCommand.configuration(commandLine.parseArgs(flags), insecure, Map.of()));
    }
}
