package org.partita.systemtests.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A file system of a few MiB in memory. Only root can mount one, and in a container often not even root. */
final class SmallDisk implements AutoCloseable {
    private static final int BLOCK_BYTES = 4096;
    private static final long COMMAND_SECONDS = 30;
    private static final int MAX_REFUSALS = 1_000;

    private final Path mountPoint;

    private SmallDisk(Path mountPoint) {
        this.mountPoint = mountPoint;
    }

    static SmallDisk mount(Path mountPoint, int mebibytes, int files) {
        Finished mounting = run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m,nr_inodes=" + files, "none",
            mountPoint.toString());
        Assumptions.assumeTrue(mounting.exitCode() == 0, "SKIPPED: who runs this may not mount a small disk ("
            + mounting.output() + "); nothing was tried on a full disk");
        return new SmallDisk(mountPoint);
    }

    private static Finished run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)).as(String.join(" ", command)).isTrue();
            return new Finished(process.exitValue(), output.strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A command that has ended. */
    private record Finished(int exitCode, String output) {
    }

    Path path() {
        return mountPoint;
    }

    private Path filler() {
        return mountPoint.resolve("filler");
    }

    /** Takes space that {@link #free} gives back. */
    void fill(int mebibytes) {
        try {
            Files.write(filler(), new byte[mebibytes << 20]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes all the space there is, also beside a broker that takes space and frees it. */
    void fillUp() {
        byte[] block = new byte[BLOCK_BYTES];
        int refused = 0;
        while (freeBytes() > 0) {
            try {
                Files.write(filler(), block, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException othersTookIt) {
                if (++refused == MAX_REFUSALS) throw new UncheckedIOException(othersTookIt);
            }
        }
    }

    void free() {
        try {
            Files.delete(filler());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long freeBytes() {
        try {
            return Files.getFileStore(mountPoint).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        Finished unmounting = run("umount", mountPoint.toString());
        assertThat(unmounting.exitCode()).as("umount: %s", unmounting.output()).isZero();
    }
}
