package org.partita.core.producer;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

import org.partita.core.log.PartitionLog;
import org.partita.storage.StorageException;

/**
 * Fills a table when its log is opened: from a snapshot, and from the headers behind it. Without a snapshot the log is
 * read from its start on. Waits for the disk.
 */
public final class ProducerRecovery {
    private final ProducerTable table;
    private final PartitionLog log;
    private final long wallMillis;
    private final long nowMillis;

    /**
     * @param table empty
     * @param wallMillis time of the broker's clock
     * @param nowMillis the same moment in relative time
     */
    public ProducerRecovery(ProducerTable table, PartitionLog log, long wallMillis, long nowMillis) {
        this.table = requireNonNull(table, "table");
        this.log = requireNonNull(log, "log");
        this.wallMillis = wallMillis;
        this.nowMillis = nowMillis;
    }

    /** @throws StorageException if the log cannot be read */
    public void run(ProducerSnapshots snapshots) {
        Optional<ProducerSnapshot> found = snapshots.newest();
        found.ifPresent(snapshot -> table.restore(snapshot, wallMillis, nowMillis));
        long offset = found.map(ProducerSnapshot::upToOffset).orElseGet(log::logStartOffset);
        log.stored().headers(offset, header -> table.recover(header, nowMillis));
    }
}
