package org.partita.store;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.partita.storage.DirectoryUnavailableException;

/**
 * Where the data directories are and whose they are, as text; checked when the first is asked for.
 *
 * @param dataDirectories paths, divided by commas
 */
record StoreSettings(String dataDirectories, String brokerId) {
    /** Also the size of the connection pool in the descriptors of the applications. */
    static final int MAX_DIRECTORIES = 16;
    private static final String DATA = "partita.data";
    private static final String DEFAULT_DATA = "data";
    private static final String BROKER_ID = "partita.broker.id";
    private static final String DEFAULT_BROKER_ID = "1";

    /**
     * What the administrator set on the resource adapter wins over configuration, and that over the default.
     *
     * @param configuration value of a setting by name
     */
    static StoreSettings of(Optional<String> dataDirectories, Optional<Integer> brokerId,
                            Function<String, Optional<String>> configuration) {
        return new StoreSettings(
            given(dataDirectories).or(() -> given(configuration.apply(DATA))).orElse(DEFAULT_DATA),
            brokerId.map(String::valueOf).or(() -> given(configuration.apply(BROKER_ID))).orElse(DEFAULT_BROKER_ID));
    }

    private static Optional<String> given(Optional<String> value) {
        return value.map(String::strip).filter(text -> !text.isEmpty());
    }

    /** @throws DirectoryUnavailableException also if a setting cannot be understood */
    OpenDirectories open() {
        return OpenDirectories.open(paths(), parsedBrokerId());
    }

    /** At least one. @throws DirectoryUnavailableException if the text names none, too many, or what is no path */
    List<Path> paths() {
        List<Path> paths = new ArrayList<>();
        try {
            for (String path : dataDirectories.split(",", -1)) {
                if (path.isBlank()) throw notUnderstood(null);
                paths.add(Path.of(path.strip()));
            }
        } catch (InvalidPathException e) {
            throw notUnderstood(e);
        }
        if (paths.size() <= MAX_DIRECTORIES) return List.copyOf(paths);
        throw new DirectoryUnavailableException(DATA + " names " + paths.size() + " directories, at most "
            + MAX_DIRECTORIES + " were expected");
    }

    private DirectoryUnavailableException notUnderstood(Throwable cause) {
        return new DirectoryUnavailableException(DATA + " is '" + dataDirectories
            + "', a directory was expected, or several divided by commas", cause);
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
