package org.partita.settings;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;

/**
 * One place that may hold values of settings. An empty text counts as no value, as in MicroProfile Config; as the value
 * of a flag it is refused.
 */
public final class SettingSource {
    private final Map<Setting, SettingValue> values;

    private SettingSource(Function<Setting, String> text, Function<Setting, String> origin) {
        values = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            String found = text.apply(setting);
            if (found != null && !found.isBlank()) {
                values.put(setting, new SettingValue(found.strip(), origin.apply(setting)));
            }
        }
    }

    /**
     * Values of command-line flags.
     *
     * @throws InvalidSettingException if a flag is given with an empty value, as by a variable of the shell that is not
     *     set: its default would be a surprise
     */
    public static SettingSource flags(Map<Setting, String> given) {
        given.forEach((setting, value) -> {
            if (value.isBlank()) {
                throw new InvalidSettingException(setting.flag().orElse("flag") + " is given with an empty value; "
                        + "leave it out to have its default");
            }
        });
        return new SettingSource(given::get, setting -> setting.flag().orElse("flag"));
    }

    public static SettingSource systemProperties(Properties properties) {
        requireNonNull(properties, "properties");
        return new SettingSource(setting -> properties.getProperty(setting.propertyName()),
                setting -> "system property " + setting.propertyName());
    }

    /** Values of a configuration by property name, for example of MicroProfile Config. */
    public static SettingSource configuration(Function<String, Optional<String>> byPropertyName) {
        requireNonNull(byPropertyName, "byPropertyName");
        return new SettingSource(setting -> byPropertyName.apply(setting.propertyName()).orElse(""),
                setting -> "setting " + setting.propertyName());
    }

    public static SettingSource environment(Map<String, String> variables) {
        requireNonNull(variables, "variables");
        return new SettingSource(setting -> variables.get(setting.environmentName()),
                setting -> "environment variable " + setting.environmentName());
    }

    /**
     * The content of a configuration file.
     *
     * @param name how messages call the file
     * @throws InvalidSettingException if a name in the file is no setting
     */
    public static SettingSource file(String name, Properties content) {
        requireNonNull(name, "name");
        for (String key : content.stringPropertyNames()) {
            if (Setting.named(key).isEmpty()) {
                throw new InvalidSettingException("unknown setting " + key + " in " + name
                        + "; 'partita settings' lists the known ones");
            }
        }
        return new SettingSource(setting -> content.getProperty(setting.propertyName()),
                setting -> setting.propertyName() + " in " + name);
    }

    Optional<SettingValue> value(Setting setting) {
        return Optional.ofNullable(values.get(setting));
    }
}
