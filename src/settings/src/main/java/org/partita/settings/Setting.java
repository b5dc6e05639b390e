package org.partita.settings;

import static java.util.Objects.requireNonNull;

/** Every setting. The name is also the system property; environment variables follow MicroProfile Config. */
public enum Setting {
    BROKER_ID("partita.broker.id", "1", "number of this broker, unique in its cluster"),
    ZONE("partita.broker.zone", "", "failure zone of this broker"),
    BIND("partita.bind", "127.0.0.1", "address the listeners bind to"),
    HTTP_PORT("partita.http.port", "8080", "port of the HTTP API"),
    ADVERTISE_HTTP("partita.advertise.http", "", "host:port told to clients; empty: bind address and HTTP port"),
    DATA("partita.data", "data", "data directory"),
    CONTEXT_ROOT("partita.context-root", "/", "context root of the HTTP API"),
    AUTO_CREATE_TOPICS("partita.topics.auto-create", "false", "whether a first publish creates its topic");

    private final String propertyName;
    private final String defaultValue;
    private final String meaning;

    Setting(String propertyName, String defaultValue, String meaning) {
        this.propertyName = requireNonNull(propertyName, "propertyName");
        this.defaultValue = requireNonNull(defaultValue, "defaultValue");
        this.meaning = requireNonNull(meaning, "meaning");
    }

    public String propertyName() {
        return propertyName;
    }

    public String defaultValue() {
        return defaultValue;
    }

    public String meaning() {
        return meaning;
    }
}
