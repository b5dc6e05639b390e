package org.partita.cli.broker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Locale;
import org.partita.settings.Listener;
import org.partita.settings.Setting;

/** Asks the machine whether a listener could be opened. */
final class PortProbe {
    private PortProbe() {
    }

    /**
     * With the ports to listen on: those that are told, free ones in place of 0.
     *
     * @throws LaunchException if the address is not one of this machine, or a port is taken or not allowed
     */
    static BrokerConfiguration withFreePorts(BrokerConfiguration given) {
        // Both are held, so that they are not the same one.
        try (ServerSocket http = held(given.http(), Setting.HTTP_PORT)) {
            Listener chosenHttp = given.http().withPort(http.getLocalPort());
            if (given.wire().isOff()) return given.with(chosenHttp, given.wire());
            try (ServerSocket wire = held(given.wire(), Setting.WIRE_PORT)) {
                return given.with(chosenHttp, given.wire().withPort(wire.getLocalPort()));
            }
        } catch (IOException e) {
            throw new LaunchException("a port that was free cannot be given back (" + e.getMessage() + ")", e);
        }
    }

    private static ServerSocket held(Listener listener, Setting port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            // As the server does: a port whose last connections are still fading counts as free.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(listener.bind(), listener.port()));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw refusal(listener, port.flag().orElse(port.propertyName()), e);
        }
    }

    /** The causes are known by the words of the system only; in another language than these the advice is general. */
    static LaunchException refusal(Listener listener, String flag, IOException cause) {
        String words = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        String advice = "choose another with " + flag + " or --bind";
        if (words.contains("in use")) advice = "stop what uses it, or " + advice;
        if (words.contains("permission")) {
            advice = "this user has no right to the port: choose one from 1024 on with " + flag
                    + ", or give the process the right (on Linux CAP_NET_BIND_SERVICE)";
        }
        return new LaunchException("cannot listen on " + listener.bind().getHostAddress() + " port " + listener.port()
                + " (" + cause.getMessage() + "); " + advice, cause);
    }
}
