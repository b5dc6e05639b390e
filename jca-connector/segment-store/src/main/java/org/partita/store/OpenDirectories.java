package org.partita.store;

import static java.util.Comparator.comparing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.storage.StorageException;
import org.partita.store.directory.DataDirectory;
import org.partita.store.file.OpenFiles;

/** The data directories of one broker, all open and locked, in the order in which they were configured. */
final class OpenDirectories implements AutoCloseable {
    private static final String WITHOUT = "; to start without it take it out of partita.data, its partitions are "
        + "offline then";

    private final DataDirectory[] opened;

    private OpenDirectories(int count) {
        this.opened = new DataDirectory[count];
    }

    /**
     * Opens all of them or none. Those that exist come first: a new one joins the cluster of the others.
     *
     * @throws DirectoryUnavailableException with one line that names the directory and says what to do
     */
    static OpenDirectories open(List<Path> paths, int brokerId) {
        DirectoryPaths.requireApart(paths);
        OpenDirectories directories = new OpenDirectories(paths.size());
        try {
            List<Integer> existingFirst = IntStream.range(0, paths.size()).boxed()
                .sorted(comparing(index -> !DataDirectory.exists(paths.get(index)))).toList();
            String clusterId = UUID.randomUUID().toString();
            for (int index : existingFirst) {
                DataDirectory directory = openOne(paths, index, brokerId, clusterId);
                directories.add(index, directory);
                clusterId = directory.identity().clusterId();
            }
            return directories;
        } catch (RuntimeException e) {
            directories.closeAfter(e);
            throw e;
        }
    }

    private static DataDirectory openOne(List<Path> paths, int index, int brokerId, String newClusterId) {
        try {
            return DataDirectory.open(paths.get(index), brokerId, newClusterId,
                OpenFiles.shareOfThisProcess(paths.size()));
        } catch (DirectoryUnavailableException e) {
            if (paths.size() == 1) throw e;
            throw new DirectoryUnavailableException(e.getMessage() + WITHOUT, e);
        }
    }

    private void add(int index, DataDirectory directory) {
        DirectoryIdentity identity = directory.identity();
        for (DataDirectory other : opened) {
            if (other == null) continue;
            if (!other.identity().clusterId().equals(identity.clusterId())) {
                directory.close();
                throw new DirectoryUnavailableException("data directory " + directory.path() + " belongs to cluster "
                    + identity.clusterId() + ", data directory " + other.path() + " to cluster "
                    + other.identity().clusterId() + "; take the one that is not of this broker out of partita.data");
            }
            if (other.identity().directoryId().equals(identity.directoryId())) {
                directory.close();
                throw new DirectoryUnavailableException("data directories " + other.path() + " and "
                    + directory.path() + " are the same or one is a copy of the other: both have directory id "
                    + identity.directoryId() + "; take one of them out of partita.data");
            }
        }
        opened[index] = directory;
    }

    int count() {
        return opened.length;
    }

    /** @param index in the order in which they were configured, from 0 */
    DataDirectory get(int index) {
        if (index < 0 || index >= opened.length) {
            throw new IllegalArgumentException("data directory " + index + ", there are " + opened.length);
        }
        return opened[index];
    }

    /** Closes all of them whatever fails; the first failure is thrown. */
    @Override
    public void close() {
        List<StorageException> failures = new ArrayList<>();
        for (DataDirectory directory : opened) {
            if (directory == null) continue;
            try {
                directory.close();
            } catch (StorageException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) throw failures.get(0);
    }

    private void closeAfter(RuntimeException cause) {
        try {
            close();
        } catch (StorageException e) {
            cause.addSuppressed(e);
        }
    }
}
