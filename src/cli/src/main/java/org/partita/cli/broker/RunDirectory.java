package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A private directory for what the server unpacks and forgets, one per data directory and user.
 *
 * <p>Its place is the same at every start, so what a killed broker left is removed by the next one; what brokers of
 * other data directories left is removed by any start a day later. A lock keeps two
 * brokers of one data directory apart before a server is started; the one that counts is in the data directory.
 */
final class RunDirectory implements AutoCloseable {
    static final String LOCK = "lock";
    private static final String PREFIX = "partita-";
    private static final int HASH_BYTES = 8;

    private final Path path;
    private final FileChannel lockChannel;

    private RunDirectory(Path path, FileChannel lockChannel) {
        this.path = path;
        this.lockChannel = lockChannel;
    }

    /**
     * Takes the directory and empties it.
     *
     * @param temporary directory for temporary files of the machine
     * @throws LaunchException if another broker has it, or it cannot be used
     */
    static RunDirectory open(Path temporary, Path data) {
        Path path = requireNonNull(temporary, "temporary").resolve(PREFIX + hash(data));
        try {
            Leftovers.sweep(temporary, PREFIX + "[0-9a-f]{16}");
            create(path);
            RunDirectory directory = new RunDirectory(path, lock(path, data));
            directory.clear();
            Files.createDirectory(directory.server());
            Files.createDirectory(directory.temporary());
            return directory;
        } catch (IOException e) {
            throw new LaunchException("the directory for temporary files " + path + " cannot be used (" + e
                    + "); remove it, or name another with -Djava.io.tmpdir in conf/jvm.options", e);
        }
    }

    /** Where the server unpacks itself. */
    Path server() {
        return path.resolve("server");
    }

    /** Where temporary files of this process go. */
    Path temporary() {
        return path.resolve("tmp");
    }

    @Override
    public void close() {
        try {
            clear();
            Files.deleteIfExists(path.resolve(LOCK));
            lockChannel.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path, e);
        }
    }

    private static String hash(Path data) {
        try {
            String owner = System.getProperty("user.name", "") + '\n' + data;
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(owner.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void create(Path path) throws IOException {
        try {
            if (hasPosixPermissions(path)) {
                Files.createDirectory(path,
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectory(path);
            }
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) throw e;
        }
    }

    private static boolean hasPosixPermissions(Path path) throws IOException {
        return Files.getFileStore(path.getParent()).supportsFileAttributeView(PosixFileAttributeView.class);
    }

    private static FileChannel lock(Path path, Path data) throws IOException {
        Path file = path.resolve(LOCK);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new LaunchException("data directory " + data + " is in use by the broker with process id "
                        + Files.readString(file) + "; stop it, or choose another directory with --data");
            }
            if (!Files.getOwner(file).equals(Files.getOwner(path, LinkOption.NOFOLLOW_LINKS))) {
                throw new IOException("it belongs to another user");
            }
            channel.truncate(0);
            String processId = Long.toString(ProcessHandle.current().pid());
            channel.write(StandardCharsets.UTF_8.encode(processId));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void clear() throws IOException {
        Leftovers.clear(path);
    }
}
