package org.partita.store.disk;

import static java.lang.System.Logger.Level.DEBUG;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The file system of this machine. */
public final class NioDisk implements Disk {
    private static final System.Logger LOG = System.getLogger(NioDisk.class.getName());
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    @Override
    public List<Entry> list(Path directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
            for (Path path : paths) addEntry(path, entries);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(Comparator.comparing(Entry::name));
        return entries;
    }

    private static void addEntry(Path path, List<Entry> entries) throws IOException {
        try {
            boolean isDirectory = Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
            entries.add(new Entry(path.getFileName().toString(), isDirectory));
        } catch (NoSuchFileException e) {
            // Deleted since the directory was read, or a link to nowhere: nothing that could be opened.
            return;
        }
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) throw e;
        }
    }

    @Override
    public DiskFile create(Path file) throws IOException {
        return NioFile.openWithKey(file, READ, WRITE, CREATE_NEW);
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        return NioFile.openWithKey(file, READ, WRITE);
    }

    @Override
    public DiskFile openReadOnly(Path file) throws IOException {
        return NioFile.open(file, READ);
    }

    @Override
    public long sizeBytes(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) throw new FileSystemException(file.toString(), null, "not a file");
        if (!Files.isReadable(file) || !Files.isWritable(file)) throw new AccessDeniedException(file.toString());
        return attributes.size();
    }

    @Override
    public Optional<Object> key(Path path) throws IOException {
        return Optional.ofNullable(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, ATOMIC_MOVE);
    }

    @Override
    public void deleteIfExists(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        try (DiskFile file = NioFile.open(directory, READ)) {
            file.force();
        }
    }

    @Override
    public long totalBytes(Path path) throws IOException {
        return Files.getFileStore(path).getTotalSpace();
    }

    @Override
    public long usableBytes(Path path) throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }

    @Override
    public Optional<String> bootId() {
        try {
            return Optional.of(Files.readString(BOOT_ID).strip());
        } catch (IOException notLinux) {
            LOG.log(DEBUG, "{0} cannot be read: {1}", BOOT_ID, notLinux.getMessage());
            return Optional.empty();
        }
    }
}
