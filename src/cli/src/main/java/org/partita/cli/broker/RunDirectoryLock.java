package org.partita.cli.broker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;

/**
 * The right to use a run directory, until it is closed or this process ends. The file holds the process id.
 *
 * <p>Whoever has the lock must not open the file again: where locks belong to processes, closing any channel on the
 * file gives up the lock.
 */
final class RunDirectoryLock implements AutoCloseable {
    private final Path directory;
    private final FileChannel channel;

    private RunDirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    Path directory() {
        return directory;
    }

    static Path file(Path directory) {
        return directory.resolve("lock");
    }

    /**
     * Makes the directory, private to this user, unless it is there, and locks it.
     *
     * @return empty if another process has it, or is just removing it
     * @throws IOException if it cannot be used by this user
     */
    static Optional<RunDirectoryLock> tryTake(Path directory) throws IOException {
        createPrivate(directory);
        try {
            return tryLock(file(directory), directory);
        } catch (NoSuchFileException e) {
            // Removed by its last owner in between.
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static Optional<RunDirectoryLock> tryLock(Path file, Path directory) throws IOException {
        if (!Files.exists(file)) create(file);
        if (!Files.getOwner(file).equals(Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS))) {
            throw new IOException("it belongs to another user");
        }
        Object opened = key(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        boolean isOurs = false;
        try {
            // A lock on a file that its last owner has removed meanwhile keeps nobody away.
            isOurs = isLocked(channel) && Objects.equals(opened, key(file));
            if (!isOurs) return Optional.empty();
            channel.truncate(0);
            channel.write(StandardCharsets.UTF_8.encode(Long.toString(ProcessHandle.current().pid())));
            return Optional.of(new RunDirectoryLock(directory, channel));
        } finally {
            if (!isOurs) channel.close();
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Held by this very process.
            return false;
        }
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private static void create(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            // Another start was faster; the lock decides.
            return;
        }
    }

    private static void createPrivate(Path directory) throws IOException {
        try {
            if (Files.getFileStore(directory.getParent()).supportsFileAttributeView(PosixFileAttributeView.class)) {
                Files.createDirectory(directory,
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectory(directory);
            }
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) throw e;
        }
    }
}
