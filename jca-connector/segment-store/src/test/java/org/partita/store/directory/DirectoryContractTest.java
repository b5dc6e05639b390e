package org.partita.store.directory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;
import org.partita.storage.testing.AppendFault;
import org.partita.storage.testing.PartitionStoreContract;
import org.partita.storage.testing.SegmentFileContract;
import org.partita.storage.testing.SegmentStoreContract;
import org.partita.storage.testing.SegmentStoreFaultContract;
import org.partita.store.disk.DiskFile;
import org.partita.store.file.OpenFiles;

/** The contracts of the storage port on real files. */
final class DirectoryContractTest {
    @TempDir
    private Path root;

    private FaultyDisk disk;
    private OpenFiles openFiles = new OpenFiles(50, 60);
    private DataDirectory directory;

    @BeforeEach
    void openDirectory() {
        disk = new FaultyDisk(root);
        openDirectoryAgain();
    }

    private void openDirectoryAgain() {
        directory = new DirectoryOpening(root, 1, "test", disk, openFiles, UUID::randomUUID).open();
    }

    /** Almost every use of a file then has to open it. */
    private SegmentStore connectWithFewDescriptors() {
        directory.close();
        openFiles = new OpenFiles(1, 2);
        openDirectoryAgain();
        return directory.connect();
    }

    @AfterEach
    void closeDirectory() {
        directory.close();
    }

    private static void unchecked(Interference interference) {
        try {
            interference.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FunctionalInterface
    private interface Interference {
        void run() throws IOException;
    }

    @Nested
    final class Stores extends SegmentStoreContract {
        @Override
        protected SegmentStore open() {
            return directory.connect();
        }
    }

    @Nested
    final class StoresOverRestarts extends SegmentStoreContract {
        @Override
        protected SegmentStore open() {
            directory.close();
            openDirectoryAgain();
            return directory.connect();
        }
    }

    @Nested
    final class Partitions extends PartitionStoreContract {
        @Override
        protected SegmentStore open() {
            return directory.connect();
        }
    }

    @Nested
    final class Files extends SegmentFileContract {
        @Override
        protected SegmentStore open() {
            return directory.connect();
        }
    }

    @Nested
    final class PartitionsWithFewDescriptors extends PartitionStoreContract {
        @Override
        protected SegmentStore open() {
            return connectWithFewDescriptors();
        }
    }

    @Nested
    final class FilesWithFewDescriptors extends SegmentFileContract {
        @Override
        protected SegmentStore open() {
            return connectWithFewDescriptors();
        }
    }

    @Nested
    final class Faults extends SegmentStoreFaultContract {
        @Override
        protected SegmentStore open() {
            return directory.connect();
        }

        @Override
        protected void unlinkSegment() {
            unchecked(() -> disk.deleteIfExists(new Layout(root).segment(PARTITION, 0)));
        }

        @Override
        protected void shortenSegment(int sizeBytes) {
            unchecked(() -> {
                try (DiskFile file = disk.open(new Layout(root).segment(PARTITION, 0))) {
                    file.truncate(sizeBytes);
                }
            });
        }

        @Override
        protected void exchangeDirectoryWith(PartitionId other) {
            Path one = new Layout(root).partition(PARTITION);
            Path two = new Layout(root).partition(other);
            unchecked(() -> {
                disk.rename(one, one.resolveSibling("away"));
                disk.rename(two, one);
                disk.rename(one.resolveSibling("away"), two);
            });
        }

        @Override
        protected void moveDirectoryAway() {
            Path partition = new Layout(root).partition(PARTITION);
            unchecked(() -> disk.rename(partition, partition.resolveSibling("away")));
        }

        @Override
        protected void replaceDirectory() {
            moveDirectoryAway();
            unchecked(() -> disk.createDirectory(new Layout(root).partition(PARTITION)));
        }

        @Override
        protected void failNextAppend(AppendFault fault) {
            disk.failNextAppend(fault);
        }

        @Override
        protected void failNextForce() {
            disk.failNext("force ");
        }

        @Override
        protected void failNextRead() {
            disk.failNext("read ");
        }

        @Override
        protected void failNextStateWrite() {
            disk.failNext("force votes.state");
        }
    }
}
