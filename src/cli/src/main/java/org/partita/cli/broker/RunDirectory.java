package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A private directory for what the server unpacks and forgets, one per data directory and user.
 *
 * <p>Its place is the same at every start; the lock keeps two brokers of one data directory apart before a server is
 * started (the one that counts is in the data directory), and tells what a killed broker left from what is in use.
 */
final class RunDirectory implements AutoCloseable {
    private static final String PREFIX = "partita-";
    private static final int HASH_BYTES = 8;
    /** More than the time another start needs to remove what a killed broker left. */
    private static final int LOCK_TRIES = 20;
    private static final long LOCK_PAUSE_MILLIS = 100;

    private final Path path;
    private final RunDirectoryLock lock;

    private RunDirectory(Path path, RunDirectoryLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Takes the directory and empties it, and removes those that killed brokers left.
     *
     * @param temporary directory for temporary files of the machine
     * @throws LaunchException if another broker has it, or it cannot be used
     */
    static RunDirectory open(Path temporary, Path data) throws InterruptedException {
        Path path = requireNonNull(temporary, "temporary").resolve(PREFIX + hash(data));
        try {
            RunDirectory directory = new RunDirectory(path, lock(path, data));
            Leftovers.clear(path);
            Leftovers.sweep(temporary, PREFIX + "[0-9a-f]{16}", path);
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
            Leftovers.clear(path);
            Leftovers.removeEmpty(path);
            lock.close();
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

    private static RunDirectoryLock lock(Path path, Path data) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < LOCK_TRIES; attempt++) {
            Optional<RunDirectoryLock> lock = RunDirectoryLock.tryTake(path);
            if (lock.isPresent()) return lock.get();
            TimeUnit.MILLISECONDS.sleep(LOCK_PAUSE_MILLIS);
        }
        throw new LaunchException("data directory " + data + " is in use by the broker with process id "
                + Files.readString(RunDirectoryLock.file(path)) + "; stop it, or choose another directory with --data");
    }
}
