package org.partita.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.DirectoryUnavailableException;

/** {@code meta.properties}: whose data this is. Written once, when the directory is created. */
final class MetaProperties {
    static final int FORMAT_VERSION = 1;
    private static final String CLUSTER_ID = "cluster.id";
    private static final String BROKER_ID = "broker.id";
    private static final String DIRECTORY_ID = "directory.id";
    private static final String VERSION = "format.version";

    private final AtomicFiles files;
    private final Layout layout;

    MetaProperties(AtomicFiles files, Layout layout) {
        this.files = files;
        this.layout = layout;
    }

    /**
     * @return empty if there is no such file
     * @throws DirectoryUnavailableException if it is damaged or of a newer format
     */
    Optional<DirectoryIdentity> read() throws IOException {
        Optional<ByteBuffer> content = files.read(layout.meta());
        return content.isEmpty() ? Optional.empty() : Optional.of(parse(UTF_8.decode(content.get()).toString()));
    }

    void write(DirectoryIdentity identity) throws IOException {
        String content = VERSION + "=" + identity.formatVersion() + "\n"
            + CLUSTER_ID + "=" + identity.clusterId() + "\n"
            + BROKER_ID + "=" + identity.brokerId() + "\n"
            + DIRECTORY_ID + "=" + identity.directoryId() + "\n";
        files.write(layout.meta(), UTF_8.encode(content));
    }

    private DirectoryIdentity parse(String content) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(content));
            int version = Integer.parseInt(value(properties, VERSION));
            if (version > FORMAT_VERSION) throw newer(version);
            return new DirectoryIdentity(value(properties, CLUSTER_ID),
                Integer.parseInt(value(properties, BROKER_ID)), UUID.fromString(value(properties, DIRECTORY_ID)),
                version);
        } catch (IllegalArgumentException e) {
            throw new DirectoryUnavailableException("data directory " + layout.root() + ": meta.properties is damaged ("
                + e.getMessage() + "); restore it from a copy or choose another directory (partita.data)", e);
        }
    }

    private DirectoryUnavailableException newer(int version) {
        return new DirectoryUnavailableException("data directory " + layout.root() + " has format version " + version
            + ", this broker knows up to " + FORMAT_VERSION + "; start the newer release that wrote it");
    }

    private static String value(Properties properties, String key) {
        String value = properties.getProperty(key, "").strip();
        if (value.isEmpty()) throw new IllegalArgumentException(key + " is missing");
        return value;
    }
}
