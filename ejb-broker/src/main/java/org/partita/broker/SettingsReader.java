package org.partita.broker;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Function;

import org.partita.settings.Setting;

/** Turns settings from the server's configuration into {@link BrokerSettings}. */
final class SettingsReader {
    private final Function<String, Optional<String>> configuration;

    /** @param configuration value by property name, for example of MicroProfile Config */
    SettingsReader(Function<String, Optional<String>> configuration) {
        this.configuration = requireNonNull(configuration, "configuration");
    }

    /** @throws InvalidSettingException with one line that names the setting, what was found and what is expected */
    BrokerSettings read() {
        String advertised = text(Setting.ADVERTISE_HTTP);
        if (advertised.isEmpty()) advertised = text(Setting.BIND) + ":" + integer(Setting.HTTP_PORT, 1, 65_535);
        return new BrokerSettings(integer(Setting.BROKER_ID, 0, Integer.MAX_VALUE), text(Setting.ZONE), advertised,
            flag(Setting.AUTO_CREATE_TOPICS));
    }

    private String text(Setting setting) {
        return configuration.apply(setting.propertyName()).map(String::strip).filter(value -> !value.isEmpty())
            .orElse(setting.defaultValue());
    }

    private int integer(Setting setting, int min, int max) {
        String found = text(setting);
        try {
            int value = Integer.parseInt(found);
            if (value >= min && value <= max) return value;
        } catch (NumberFormatException notANumber) {
            throw refused(setting, found, "a whole number from " + min + " to " + max, notANumber);
        }
        throw refused(setting, found, "a whole number from " + min + " to " + max, null);
    }

    private boolean flag(Setting setting) {
        String found = text(setting);
        return switch (found) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refused(setting, found, "true or false", null);
        };
    }

    private static InvalidSettingException refused(Setting setting, String found, String expected, Exception cause) {
        return new InvalidSettingException(setting.propertyName(), found, expected, cause);
    }
}
