package org.partita.store.file;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.partita.store.disk.Disk;
import org.partita.store.disk.DiskFile;

/** A disk that closes idle segment files and tries again when the process, whatever else it does, has no descriptor. */
public final class FrugalDisk implements Disk {
    private static final System.Logger LOG = System.getLogger(FrugalDisk.class.getName());

    private final Disk disk;
    private final OpenFiles openFiles;

    public FrugalDisk(Disk disk, OpenFiles openFiles) {
        this.disk = disk;
        this.openFiles = openFiles;
    }

    @Override
    public List<Entry> list(Path directory) throws IOException {
        return opening(() -> disk.list(directory));
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        disk.createDirectory(directory);
    }

    @Override
    public DiskFile create(Path file) throws IOException {
        return opening(() -> disk.create(file));
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        return opening(() -> disk.open(file));
    }

    @Override
    public DiskFile openReadOnly(Path file) throws IOException {
        return opening(() -> disk.openReadOnly(file));
    }

    @Override
    public long sizeBytes(Path file) throws IOException {
        return disk.sizeBytes(file);
    }

    @Override
    public Optional<Object> key(Path path) throws IOException {
        return disk.key(path);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        disk.rename(from, to);
    }

    @Override
    public void deleteIfExists(Path path) throws IOException {
        disk.deleteIfExists(path);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        opening(() -> {
            disk.forceDirectory(directory);
            return directory;
        });
    }

    @Override
    public long totalBytes(Path path) throws IOException {
        return disk.totalBytes(path);
    }

    @Override
    public long usableBytes(Path path) throws IOException {
        return disk.usableBytes(path);
    }

    @Override
    public Optional<String> bootId() {
        return disk.bootId();
    }

    private <T> T opening(Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (IOException e) {
            if (!isOutOfDescriptors(e)) throw e;
            int closed = openFiles.closeSomeIdle();
            LOG.log(WARNING, "{0}; closed {1} idle segment files. Raise the limit of open files (ulimit -n)",
                e.getMessage(), closed);
            if (closed == 0) throw e;
            return call.run();
        }
    }

    /** Whether this call failed because the process may open no more files. */
    public static boolean isOutOfDescriptors(IOException e) {
        return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("too many open files");
    }

    @FunctionalInterface
    private interface Call<T> {
        T run() throws IOException;
    }
}
