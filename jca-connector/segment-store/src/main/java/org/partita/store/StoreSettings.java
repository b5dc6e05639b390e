package org.partita.store;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.store.directory.DataDirectory;

/** Where the data directory is and whose it is, as text; checked when the directory is opened. */
record StoreSettings(String dataDirectory, String brokerId) {
    private static final String DATA = "partita.data";
    private static final String DEFAULT_DATA = "data";
    private static final String BROKER_ID = "partita.broker.id";
    private static final String DEFAULT_BROKER_ID = "1";

    /**
     * What the administrator set on the resource adapter wins over configuration, and that over the default.
     *
     * @param configuration value of a setting by name
     */
    static StoreSettings of(Optional<String> dataDirectory, Optional<Integer> brokerId,
                            Function<String, Optional<String>> configuration) {
        return new StoreSettings(
            given(dataDirectory).or(() -> given(configuration.apply(DATA))).orElse(DEFAULT_DATA),
            brokerId.map(String::valueOf).or(() -> given(configuration.apply(BROKER_ID))).orElse(DEFAULT_BROKER_ID));
    }

    private static Optional<String> given(Optional<String> value) {
        return value.map(String::strip).filter(text -> !text.isEmpty());
    }

    /** @throws DirectoryUnavailableException also if a setting cannot be understood */
    DataDirectory open() {
        return DataDirectory.open(path(), parsedBrokerId());
    }

    private Path path() {
        try {
            return Path.of(dataDirectory);
        } catch (InvalidPathException e) {
            throw new DirectoryUnavailableException(DATA + " is '" + dataDirectory + "', a directory was expected", e);
        }
    }

    private int parsedBrokerId() {
        String expected = BROKER_ID + " is '" + brokerId + "', a number from 0 to " + Integer.MAX_VALUE
            + " was expected";
        try {
            int id = Integer.parseInt(brokerId);
            if (id < 0) throw new DirectoryUnavailableException(expected);
            return id;
        } catch (NumberFormatException e) {
            throw new DirectoryUnavailableException(expected, e);
        }
    }
}
