package org.partita.settings;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Where a broker listens, and where clients are told that it does.
 *
 * @param port 0 takes a free one; {@link #OFF} opens none
 * @param advertised {@code host:port}; empty: bind address and port
 */
public record Listener(InetAddress bind, int port, String advertised) {
    /** Instead of a port. */
    public static final int OFF = -1;
    private static final String OFF_TEXT = "off";
    private static final int MAX_PORT = 65_535;

    public Listener {
        requireNonNull(bind, "bind");
        requireNonNull(advertised, "advertised");
    }

    /** Of the HTTP API. @throws InvalidSettingException naming the first setting that cannot be used */
    public static Listener http(SettingValues values) {
        return of(values, values.wholeNumber(Setting.HTTP_PORT, 0, MAX_PORT), Setting.ADVERTISE_HTTP);
    }

    /** Of the Kafka protocol. @throws InvalidSettingException naming the first setting that cannot be used */
    public static Listener wire(SettingValues values) {
        int port = values.text(Setting.WIRE_PORT).equalsIgnoreCase(OFF_TEXT) ? OFF
                : values.wholeNumber(Setting.WIRE_PORT, 0, MAX_PORT, OFF_TEXT);
        return of(values, port, Setting.ADVERTISE_WIRE);
    }

    private static Listener of(SettingValues values, int port, Setting advertise) {
        Listener listener = new Listener(bind(values), port, advertised(values, advertise));
        if (listener.bind.isAnyLocalAddress() && listener.advertised.isEmpty() && !listener.isOff()) {
            throw new InvalidSettingException(values.get(Setting.BIND).origin() + ": the wildcard address "
                    + listener.bind.getHostAddress() + " is never told to clients; add "
                    + advertise.flag().orElse("") + " HOST:PORT (" + advertise.propertyName() + ")");
        }
        return listener;
    }

    public boolean isOff() {
        return port == OFF;
    }

    /** The port as its setting has it. */
    public String portText() {
        return isOff() ? OFF_TEXT : Integer.toString(port);
    }

    public Listener withPort(int chosen) {
        return new Listener(bind, chosen, advertised);
    }

    /** Where this machine reaches it. */
    public Endpoint local() {
        return Endpoint.of(bind.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bind, port);
    }

    /** What clients are told. */
    public Endpoint told() {
        if (advertised.isEmpty()) return Endpoint.of(bind, port);
        int colon = advertised.lastIndexOf(':');
        String host = advertised.substring(0, colon).replaceAll("[\\[\\]]", "");
        return new Endpoint(host, Integer.parseInt(advertised.substring(colon + 1)));
    }

    private static InetAddress bind(SettingValues values) {
        InetAddress bind = address(values);
        if (bind.isLoopbackAddress() || values.isOn(Setting.ALLOW_INSECURE)) return bind;
        throw new InvalidSettingException(values.get(Setting.BIND).origin() + ": " + bind.getHostAddress()
                + " can be reached from other machines, and this version cannot ask clients who they are; bind to"
                + " a loopback address, or set " + Setting.ALLOW_INSECURE.propertyName() + "=true");
    }

    private static InetAddress address(SettingValues values) {
        try {
            return InetAddress.getByName(values.text(Setting.BIND));
        } catch (UnknownHostException e) {
            InvalidSettingException refused = values.refused(Setting.BIND, "an address of this machine");
            refused.initCause(e);
            throw refused;
        }
    }

    private static String advertised(SettingValues values, Setting setting) {
        String text = values.text(setting);
        if (text.isEmpty()) return text;
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        boolean hostIsName = host.matches("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");
        if (!hostIsName || !isPort(text.substring(colon + 1))) throw values.refused(setting, "HOST:PORT");
        if (host.matches("0+(\\.0+){0,3}|\\[[0:]+]")) {
            throw values.refused(setting, "an address that clients can connect to");
        }
        return text;
    }

    private static boolean isPort(String text) {
        return text.matches("[0-9]{1,5}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= MAX_PORT;
    }
}
