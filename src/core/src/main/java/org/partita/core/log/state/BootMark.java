package org.partita.core.log.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;

/** Under which start of the operating system a data directory was used last. State {@code boot}: that id in UTF-8. */
public final class BootMark {
    private static final String NAME = "boot";

    private final SegmentStore store;

    public BootMark(SegmentStore store) {
        this.store = store;
    }

    /**
     * Whether the operating system was started since the mark was written, or may have been.
     *
     * @throws StorageException if the disk cannot be read
     */
    public boolean rebooted() {
        Optional<String> noted = store.readState(NAME).map(content -> UTF_8.decode(content).toString());
        return noted.isEmpty() || !noted.equals(store.bootId());
    }

    /** No effect if the operating system does not tell. @throws StorageException if the disk fails */
    public void write() {
        if (store.bootId().isPresent() && rebooted()) store.writeState(NAME, UTF_8.encode(store.bootId().get()));
    }
}
