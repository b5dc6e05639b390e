package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.partita.settings.InvalidSettingException;
import org.partita.settings.Setting;
import org.partita.settings.SettingValues;

/**
 * What one broker is started with, checked as far as that is possible without touching the machine.
 *
 * @param httpPort 0 while the free port is not chosen
 * @param advertisedHttp {@code host:port}; empty: bind address and HTTP port
 * @param data absolute paths, at least one
 * @param contextRoot begins with a slash, ends with one only if it is the root
 */
record BrokerConfiguration(int brokerId, String zone, InetAddress bind, int httpPort, String advertisedHttp,
                           List<Path> data, String contextRoot, boolean autoCreateTopics, boolean allowInsecure,
                           int maxRequestBytes, int maxBodyBytesInFlight, int bodyTimeoutMillis) {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_REQUEST_BYTES = 1 << 30;

    BrokerConfiguration {
        requireNonNull(zone, "zone");
        requireNonNull(bind, "bind");
        requireNonNull(advertisedHttp, "advertisedHttp");
        data = List.copyOf(data);
        requireNonNull(contextRoot, "contextRoot");
    }

    /** Reads and checks every value. @throws InvalidSettingException naming the first one that cannot be used */
    static BrokerConfiguration from(SettingValues values) {
        boolean allowInsecure = values.isOn(Setting.ALLOW_INSECURE);
        InetAddress bind = bind(values);
        if (!bind.isLoopbackAddress() && !allowInsecure) {
            throw new InvalidSettingException(values.get(Setting.BIND).origin() + ": " + bind.getHostAddress()
                    + " can be reached from other machines, and this version cannot ask clients who they are; bind to"
                    + " a loopback address, or set " + Setting.ALLOW_INSECURE.propertyName() + "=true");
        }
        String advertised = advertised(values);
        if (bind.isAnyLocalAddress() && advertised.isEmpty()) {
            throw new InvalidSettingException(values.get(Setting.BIND).origin() + ": the wildcard address "
                    + bind.getHostAddress() + " is never told to clients; add --advertise-http HOST:PORT");
        }
        return new BrokerConfiguration(values.wholeNumber(Setting.BROKER_ID, 0, Integer.MAX_VALUE), zone(values), bind,
                values.wholeNumber(Setting.HTTP_PORT, 0, MAX_PORT), advertised, data(values), contextRoot(values),
                values.isOn(Setting.AUTO_CREATE_TOPICS), allowInsecure,
                values.wholeNumber(Setting.HTTP_MAX_REQUEST_BYTES, 1, MAX_REQUEST_BYTES),
                values.wholeNumber(Setting.HTTP_MAX_BODY_BYTES_IN_FLIGHT, 0, Integer.MAX_VALUE),
                values.wholeNumber(Setting.HTTP_BODY_TIMEOUT_MILLIS, 1, Integer.MAX_VALUE));
    }

    BrokerConfiguration withHttpPort(int port) {
        return new BrokerConfiguration(brokerId, zone, bind, port, advertisedHttp, data, contextRoot, autoCreateTopics,
                allowInsecure, maxRequestBytes, maxBodyBytesInFlight, bodyTimeoutMillis);
    }

    /** {@code host:port} at which this machine reaches the HTTP listener. */
    String localHttp() {
        return authority(bind.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bind, httpPort);
    }

    /** {@code host:port} told to clients. */
    String toldHttp() {
        return advertisedHttp.isEmpty() ? authority(bind, httpPort) : advertisedHttp;
    }

    /** The address of the HTTP API for clients; no slash at the end. */
    String clientUrl() {
        return "http://" + toldHttp() + ("/".equals(contextRoot) ? "" : contextRoot);
    }

    /** Every setting as the broker in the server reads it. */
    Map<Setting, String> asSettings() {
        Map<Setting, String> settings = new EnumMap<>(Setting.class);
        settings.put(Setting.BROKER_ID, Integer.toString(brokerId));
        settings.put(Setting.ZONE, zone);
        settings.put(Setting.BIND, bind.getHostAddress());
        settings.put(Setting.HTTP_PORT, Integer.toString(httpPort));
        settings.put(Setting.ADVERTISE_HTTP, toldHttp());
        settings.put(Setting.DATA, dataText());
        settings.put(Setting.CONTEXT_ROOT, contextRoot);
        settings.put(Setting.AUTO_CREATE_TOPICS, Boolean.toString(autoCreateTopics));
        settings.put(Setting.ALLOW_INSECURE, Boolean.toString(allowInsecure));
        settings.put(Setting.HTTP_MAX_REQUEST_BYTES, Integer.toString(maxRequestBytes));
        settings.put(Setting.HTTP_MAX_BODY_BYTES_IN_FLIGHT, Integer.toString(maxBodyBytesInFlight));
        settings.put(Setting.HTTP_BODY_TIMEOUT_MILLIS, Integer.toString(bodyTimeoutMillis));
        return settings;
    }

    private static String authority(InetAddress address, int port) {
        String host = address.getHostAddress();
        return (address instanceof Inet6Address ? "[" + host + "]" : host) + ":" + port;
    }

    private static InetAddress bind(SettingValues values) {
        try {
            return InetAddress.getByName(values.text(Setting.BIND));
        } catch (UnknownHostException e) {
            InvalidSettingException refused = values.refused(Setting.BIND, "an address of this machine");
            refused.initCause(e);
            throw refused;
        }
    }

    private static String zone(SettingValues values) {
        String zone = values.text(Setting.ZONE);
        if (zone.matches("[A-Za-z0-9._-]{0,200}")) return zone;
        throw values.refused(Setting.ZONE, "up to 200 letters, digits, '.', '_' or '-'");
    }

    private static String advertised(SettingValues values) {
        String text = values.text(Setting.ADVERTISE_HTTP);
        if (text.isEmpty()) return text;
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        boolean hostIsName = host.matches("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");
        if (!hostIsName || !isPort(text.substring(colon + 1))) {
            throw values.refused(Setting.ADVERTISE_HTTP, "HOST:PORT");
        }
        if (host.matches("0+(\\.0+){0,3}|\\[[0:]+]")) {
            throw values.refused(Setting.ADVERTISE_HTTP, "an address that clients can connect to");
        }
        return text;
    }

    private static boolean isPort(String text) {
        return text.matches("[0-9]{1,5}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= MAX_PORT;
    }

    /** The data directories as the setting has them. */
    String dataText() {
        return data.stream().map(Path::toString).collect(Collectors.joining(","));
    }

    private static List<Path> data(SettingValues values) {
        List<Path> directories = new ArrayList<>();
        for (String text : values.text(Setting.DATA).split(",", -1)) {
            Path directory = directory(text.strip(), values);
            for (Path other : directories) {
                if (directory.equals(other)) throw values.refused(Setting.DATA, "each directory once");
                if (directory.startsWith(other) || other.startsWith(directory)) {
                    throw values.refused(Setting.DATA, "directories beside each other, none inside another,");
                }
            }
            directories.add(directory);
        }
        return directories;
    }

    private static Path directory(String text, SettingValues values) {
        String expected = "a directory, or several divided by commas,";
        if (text.isEmpty()) throw values.refused(Setting.DATA, expected);
        try {
            return Path.of(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            InvalidSettingException refused = values.refused(Setting.DATA, expected);
            refused.initCause(e);
            throw refused;
        }
    }

    private static String contextRoot(SettingValues values) {
        String text = values.text(Setting.CONTEXT_ROOT);
        if (text.matches("/|(/[A-Za-z0-9._~-]+)+")) return text;
        throw values.refused(Setting.CONTEXT_ROOT, "a path such as / or /partita");
    }
}
