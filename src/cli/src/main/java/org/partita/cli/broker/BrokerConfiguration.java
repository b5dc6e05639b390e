package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.partita.settings.InvalidSettingException;
import org.partita.settings.Listener;
import org.partita.settings.Setting;
import org.partita.settings.SettingValues;

/**
 * What one broker is started with, checked as far as that is possible without touching the machine.
 *
 * @param http with port 0 while the free one is not chosen
 * @param wire of the Kafka protocol, in the same way
 * @param data absolute paths, at least one
 * @param contextRoot begins with a slash, ends with one only if it is the root
 */
record BrokerConfiguration(int brokerId, String zone, Listener http, Listener wire, List<Path> data,
                           String contextRoot, boolean autoCreateTopics, boolean allowInsecure,
                           int maxRequestBytes, int maxBodyBytesInFlight, int bodyTimeoutMillis) {
    private static final int MAX_REQUEST_BYTES = 1 << 30;

    BrokerConfiguration {
        requireNonNull(zone, "zone");
        requireNonNull(http, "http");
        requireNonNull(wire, "wire");
        data = List.copyOf(data);
        requireNonNull(contextRoot, "contextRoot");
    }

    /** Reads and checks every value. @throws InvalidSettingException naming the first one that cannot be used */
    static BrokerConfiguration from(SettingValues values) {
        Listener http = Listener.http(values);
        return new BrokerConfiguration(values.wholeNumber(Setting.BROKER_ID, 0, Integer.MAX_VALUE), zone(values),
                http, wire(values, http), data(values), contextRoot(values),
                values.isOn(Setting.AUTO_CREATE_TOPICS), values.isOn(Setting.ALLOW_INSECURE),
                values.wholeNumber(Setting.HTTP_MAX_REQUEST_BYTES, 1, MAX_REQUEST_BYTES),
                values.wholeNumber(Setting.HTTP_MAX_BODY_BYTES_IN_FLIGHT, 0, Integer.MAX_VALUE),
                values.wholeNumber(Setting.HTTP_BODY_TIMEOUT_MILLIS, 1, Integer.MAX_VALUE));
    }

    BrokerConfiguration with(Listener chosenHttp, Listener chosenWire) {
        return new BrokerConfiguration(brokerId, zone, chosenHttp, chosenWire, data, contextRoot, autoCreateTopics,
                allowInsecure, maxRequestBytes, maxBodyBytesInFlight, bodyTimeoutMillis);
    }

    /** The address of the HTTP API for clients; no slash at the end. */
    String clientUrl() {
        return "http://" + http.told() + ("/".equals(contextRoot) ? "" : contextRoot);
    }

    /** Every setting as the broker in the server reads it. */
    Map<Setting, String> asSettings() {
        Map<Setting, String> settings = new EnumMap<>(Setting.class);
        settings.put(Setting.BROKER_ID, Integer.toString(brokerId));
        settings.put(Setting.ZONE, zone);
        settings.put(Setting.BIND, http.bind().getHostAddress());
        settings.put(Setting.HTTP_PORT, http.portText());
        settings.put(Setting.ADVERTISE_HTTP, http.told().toString());
        settings.put(Setting.WIRE_PORT, wire.portText());
        settings.put(Setting.ADVERTISE_WIRE, wire.isOff() ? wire.advertised() : wire.told().toString());
        settings.put(Setting.DATA, dataText());
        settings.put(Setting.CONTEXT_ROOT, contextRoot);
        settings.put(Setting.AUTO_CREATE_TOPICS, Boolean.toString(autoCreateTopics));
        settings.put(Setting.ALLOW_INSECURE, Boolean.toString(allowInsecure));
        settings.put(Setting.HTTP_MAX_REQUEST_BYTES, Integer.toString(maxRequestBytes));
        settings.put(Setting.HTTP_MAX_BODY_BYTES_IN_FLIGHT, Integer.toString(maxBodyBytesInFlight));
        settings.put(Setting.HTTP_BODY_TIMEOUT_MILLIS, Integer.toString(bodyTimeoutMillis));
        return settings;
    }

    private static Listener wire(SettingValues values, Listener http) {
        Listener wire = Listener.wire(values);
        if (wire.isOff() || wire.port() == 0 || wire.port() != http.port()) return wire;
        throw new InvalidSettingException(values.get(Setting.HTTP_PORT).origin() + " and "
                + values.get(Setting.WIRE_PORT).origin() + ": both are port " + wire.port()
                + "; choose another for one of them, 0 for a free one, or --wire off");
    }

    private static String zone(SettingValues values) {
        String zone = values.text(Setting.ZONE);
        if (zone.matches("[A-Za-z0-9._-]{0,200}")) return zone;
        throw values.refused(Setting.ZONE, "up to 200 letters, digits, '.', '_' or '-'");
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
