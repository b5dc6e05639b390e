package org.partita.settings;

import static java.util.Objects.requireNonNull;

/**
 * The text of a setting and where it came from.
 *
 * @param text stripped; empty only if no source has a value and the default is empty
 * @param origin for messages, such as {@code --http} or {@code environment variable PARTITA_HTTP_PORT}
 */
public record SettingValue(String text, String origin) {
    public SettingValue {
        requireNonNull(text, "text");
        requireNonNull(origin, "origin");
    }
}
