package org.partita.settings;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;

/**
 * Every setting: its only definition.
 *
 * <p>The name is also the system property and the key in a configuration file; the environment variable follows
 * MicroProfile Config. Most settings have a flag of {@code bin/partita broker}.
 */
public enum Setting {
    BROKER_ID("partita.broker.id", "--id", "N", "1",
            "number of this broker, unique in its cluster"),
    ZONE("partita.broker.zone", "--zone", "ZONE", "",
            "failure zone of this broker"),
    BIND("partita.bind", "--bind", "ADDRESS", "127.0.0.1",
            "address the listeners bind to"),
    HTTP_PORT("partita.http.port", "--http", "PORT", "8080",
            "port of the HTTP API; 0 takes a free one"),
    ADVERTISE_HTTP("partita.advertise.http", "--advertise-http", "HOST:PORT", "",
            "host and port told to clients; empty: bind address and HTTP port"),
    WIRE_PORT("partita.wire.port", "--wire", "PORT|off", "9092",
            "port of the Kafka protocol; 0 takes a free one, off opens none"),
    ADVERTISE_WIRE("partita.advertise.wire", "--advertise-wire", "HOST:PORT", "",
            "host and port told to Kafka clients; empty: bind address and port of the Kafka protocol"),
    DATA("partita.data", "--data", "DIR[,DIR...]", "data",
            "data directories, best on a disk each; the first also holds the metadata"),
    CONTEXT_ROOT("partita.context-root", "--context-root", "PATH", "/",
            "context root of the HTTP API"),
    AUTO_CREATE_TOPICS("partita.topics.auto-create", "--auto-create-topics", "true|false", "false",
            "whether a first publish creates its topic"),
    HTTP_MAX_REQUEST_BYTES("partita.http.max-request-bytes", "", "BYTES", "16777216",
            "largest body of an HTTP request, also after decompression"),
    HTTP_MAX_BODY_BYTES_IN_FLIGHT("partita.http.max-body-bytes-in-flight", "", "BYTES", "0",
            "bodies of HTTP requests held at a time, at least one of the largest; 0 takes a 16th of the heap"),
    HTTP_BODY_TIMEOUT_MILLIS("partita.http.body-timeout-ms", "", "MILLIS", "30000",
            "how long the body of an HTTP request may take to arrive"),
    ALLOW_INSECURE("partita.security.allow-insecure", "", "true|false", "false",
            "whether to listen on other than loopback addresses although nobody is asked who they are");

    private final String propertyName;
    private final String flag;
    private final String valueLabel;
    private final String defaultValue;
    private final String meaning;

    Setting(String propertyName, String flag, String valueLabel, String defaultValue, String meaning) {
        this.propertyName = requireNonNull(propertyName, "propertyName");
        this.flag = requireNonNull(flag, "flag");
        this.valueLabel = requireNonNull(valueLabel, "valueLabel");
        this.defaultValue = requireNonNull(defaultValue, "defaultValue");
        this.meaning = requireNonNull(meaning, "meaning");
    }

    public String propertyName() {
        return propertyName;
    }

    /** The flag of {@code bin/partita broker}, with its dashes; empty if the setting has none. */
    public Optional<String> flag() {
        return flag.isEmpty() ? Optional.empty() : Optional.of(flag);
    }

    /** What stands for the value in help texts. */
    public String valueLabel() {
        return valueLabel;
    }

    public String defaultValue() {
        return defaultValue;
    }

    public String meaning() {
        return meaning;
    }

    /** Whether the value is {@code true} or {@code false}; such a flag may stand without a value. */
    public boolean isSwitch() {
        return "true|false".equals(valueLabel);
    }

    /** The environment variable as MicroProfile Config maps it: upper case, other characters become underscores. */
    public String environmentName() {
        return propertyName.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    /** The setting called {@code propertyName}, if there is one. */
    public static Optional<Setting> named(String propertyName) {
        for (Setting setting : values()) {
            if (setting.propertyName.equals(propertyName)) return Optional.of(setting);
        }
        return Optional.empty();
    }
}
