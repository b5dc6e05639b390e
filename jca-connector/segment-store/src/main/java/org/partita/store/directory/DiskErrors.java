package org.partita.store.directory;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.partita.storage.DiskFullException;
import org.partita.storage.StorageException;
import org.partita.storage.TooManyFilesException;
import org.partita.store.disk.Disk;
import org.partita.store.file.FrugalDisk;

/** Turns what the file system reports into the failures of the storage port. Their messages name no path. */
final class DiskErrors {
    private static final List<String> FULL = List.of("no space left on device", "disk quota exceeded",
        "not enough space on the disk");

    private final Disk disk;
    private final Path root;

    DiskErrors(Disk disk, Path root) {
        this.disk = disk;
        this.root = root;
    }

    StorageException reading(String subject, IOException cause) {
        if (FrugalDisk.isOutOfDescriptors(cause)) return tooManyFiles(subject, cause);
        return new StorageException(subject + ": cannot be read: " + reason(cause), cause);
    }

    /** @param neededBytes how much space the failed write asked for */
    StorageException writing(String subject, long neededBytes, IOException cause) {
        if (FrugalDisk.isOutOfDescriptors(cause)) return tooManyFiles(subject, cause);
        if (isDiskFull(neededBytes, cause)) return full(subject, neededBytes, cause);
        return new StorageException(subject + ": cannot be written: " + reason(cause), cause);
    }

    private static TooManyFilesException tooManyFiles(String subject, IOException cause) {
        return new TooManyFilesException(subject + ": cannot be opened: " + reason(cause), cause);
    }

    DiskFullException full(String subject, long neededBytes, IOException cause) {
        return new DiskFullException(subject + ": no space left on the disk for " + neededBytes
            + " bytes; free space or move the data directory", cause);
    }

    /** The text of an I/O error may be in the language of the machine, so free space is looked at as well. */
    boolean isDiskFull(long neededBytes, IOException cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (FULL.stream().anyMatch(message::contains)) return true;
        try {
            return disk.usableBytes(root) < neededBytes;
        } catch (IOException e) {
            cause.addSuppressed(e);
            return false;
        }
    }

    /** Without the path of the file, for clients are told too; the cause has it. */
    private static String reason(IOException cause) {
        String kind = cause.getClass().getSimpleName();
        String told = cause instanceof FileSystemException failure ? failure.getReason() : cause.getMessage();
        return told == null ? kind : kind + ": " + told;
    }
}
