package org.partita.bench.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.partita.core.log.LogConfig;
import org.partita.core.log.PartitionLog;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;
import org.partita.store.directory.DataDirectory;

/** The log of one partition in a data directory of its own, as a broker would have it. Not thread-safe. */
public final class BenchLog implements AutoCloseable {
    /** The default of a topic. */
    public static final int SEGMENT_BYTES = 256 << 20;

    private static final PartitionId PARTITION = new PartitionId(new UUID(0x4000, 0x8000_0000_0000_0001L), 0);

    private final DataDirectory directory;
    private final SegmentStore store;
    private final PartitionLog log;

    private BenchLog(DataDirectory directory) {
        this.directory = directory;
        this.store = directory.connect();
        this.log = PartitionLog.open(store.partition(PARTITION), new LogConfig(SEGMENT_BYTES));
    }

    /** Recovers what is there; makes a new directory if there is none. */
    public static BenchLog open(Path path) {
        return new BenchLog(DataDirectory.open(path, 1));
    }

    /** On an empty directory: what was in it is deleted. */
    public static BenchLog create(Path path) {
        delete(path);
        return open(path);
    }

    public PartitionLog log() {
        return log;
    }

    /** How often a segment was forced since the directory was opened. */
    public long forceCount() {
        return store.statistics().forces();
    }

    /** The files of the partition whose names end so, ascending. */
    public static List<Path> files(Path path, String suffix) {
        try (Stream<Path> found = Files.walk(path)) {
            return found.filter(file -> file.getFileName().toString().endsWith(suffix)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void delete(Path path) {
        try (Stream<Path> found = Files.walk(path)) {
            for (Path each : found.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
        } catch (NoSuchFileException e) {
            // Nothing to delete.
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        log.close();
        store.close();
        directory.close();
    }
}
