package org.partita.broker;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.partita.settings.InvalidSettingException;
import org.partita.settings.Listener;
import org.partita.settings.Setting;
import org.partita.settings.SettingSource;
import org.partita.settings.SettingValues;

/** Turns settings from the server's configuration into {@link BrokerSettings}, by the same rules as the launcher. */
final class SettingsReader {
    private final Function<String, Optional<String>> configuration;

    /** @param configuration value by property name, for example of MicroProfile Config */
    SettingsReader(Function<String, Optional<String>> configuration) {
        this.configuration = requireNonNull(configuration, "configuration");
    }

    /** @throws InvalidSettingException with one line that names the setting, what was found and what is expected */
    BrokerSettings read() {
        SettingValues values = SettingValues.resolve(List.of(SettingSource.configuration(configuration)));
        // Not by the server, whose port is its own: only told.
        values.wholeNumber(Setting.HTTP_PORT, 1, 65_535);
        return new BrokerSettings(values.wholeNumber(Setting.BROKER_ID, 0, Integer.MAX_VALUE),
            values.text(Setting.ZONE), Listener.http(values).told().toString(), Listener.wire(values),
            values.isOn(Setting.AUTO_CREATE_TOPICS));
    }
}
