package org.partita.cli.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Asks the machine whether a listener could be opened. */
final class PortProbe {
    private PortProbe() {
    }

    /**
     * The port to listen on: {@code port}, or a free one if it is 0.
     *
     * @throws LaunchException if the address is not one of this machine, or the port is taken or not allowed
     */
    static int freePort(InetAddress address, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As the server does: a port whose last connections are still fading counts as free.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new LaunchException("cannot listen on " + address.getHostAddress() + " port " + port + " ("
                    + e.getMessage() + "); stop what uses it, or choose another with --http or --bind", e);
        }
    }
}
