package org.partita.settings;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A value for every setting, each from the first source that has one. Immutable. */
public final class SettingValues {
    private final Map<Setting, SettingValue> values = new EnumMap<>(Setting.class);

    private SettingValues(List<SettingSource> sources) {
        for (Setting setting : Setting.values()) {
            values.put(setting, sources.stream()
                    .flatMap(source -> source.value(setting).stream())
                    .findFirst()
                    .orElseGet(() -> new SettingValue(setting.defaultValue(), "default of " + setting.propertyName())));
        }
    }

    /** Resolves every setting. @param sources the strongest first; the defaults come after them */
    public static SettingValues resolve(List<SettingSource> sources) {
        return new SettingValues(requireNonNull(sources, "sources"));
    }

    public SettingValue get(Setting setting) {
        return values.get(requireNonNull(setting, "setting"));
    }

    public String text(Setting setting) {
        return get(setting).text();
    }

    /**
     * A whole number.
     *
     * @param words what the setting may be instead
     * @throws InvalidSettingException if the text is no whole number from {@code min} to {@code max}, both inclusive
     */
    public int wholeNumber(Setting setting, int min, int max, String... words) {
        String text = text(setting);
        String expected = "a whole number from " + min + " to " + max + String.join("", alternatives(words));
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) return number;
        } catch (NumberFormatException e) {
            InvalidSettingException refused = refused(setting, expected);
            refused.initCause(e);
            throw refused;
        }
        throw refused(setting, expected);
    }

    private static List<String> alternatives(String... words) {
        return Stream.of(words).map(word -> " or '" + word + "'").toList();
    }

    /** A switch. @throws InvalidSettingException if the text is neither {@code true} nor {@code false} */
    public boolean isOn(Setting setting) {
        String text = text(setting);
        if (text.equalsIgnoreCase("true")) return true;
        if (text.equalsIgnoreCase("false")) return false;
        throw refused(setting, "true or false");
    }

    /** The exception for a value that is not what the setting needs. @param expected what it needs */
    public InvalidSettingException refused(Setting setting, String expected) {
        SettingValue value = get(setting);
        return new InvalidSettingException(
                value.origin() + ": '" + value.text() + "' found, " + expected + " expected");
    }
}
