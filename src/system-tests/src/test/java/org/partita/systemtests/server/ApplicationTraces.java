package org.partita.systemtests.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a server has of an application, from the kernel and from the JVM itself.
 *
 * @param threads names of those that are the application's
 * @param eventPolls descriptors that event loops wait with, also those of the server
 * @param classLoaders of libraries of applications, those that cannot be collected
 */
record ApplicationTraces(List<String> threads, long eventPolls, long classLoaders) {
    private static final String LOADER = "EarLibClassLoader";

    static ApplicationTraces of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        // Twice: what has a reference of its own to its end is collected by the second.
        command(pid, "GC.run");
        command(pid, "GC.run");
        return new ApplicationTraces(
            names(process.resolve("task"), task -> Files.readString(task.resolve("comm")).strip()).stream()
                .filter(name -> name.startsWith("partita-") || name.startsWith("globalEventEx")).toList(),
            names(process.resolve("fd"), each -> Files.readSymbolicLink(each).toString()).stream()
                .filter("anon_inode:[eventpoll]"::equals).count(),
            command(pid, "VM.classloader_stats").filter(line -> line.contains(LOADER)).count());
    }

    private interface Reader {
        String read(Path file) throws IOException;
    }

    private static List<String> names(Path directory, Reader reader) {
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                try {
                    names.add(reader.read(file));
                } catch (NoSuchFileException goneMeanwhile) {
                    continue;
                }
            }
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> command(long pid, String name) {
        String jcmd = ProcessHandle.current().info().command().orElseThrow().replaceFirst("java$", "jcmd");
        try {
            Process process = new ProcessBuilder(jcmd, Long.toString(pid), name).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            return output.lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
