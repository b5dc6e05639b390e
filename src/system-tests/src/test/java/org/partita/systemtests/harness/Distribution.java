package org.partita.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The packages under test, as the build made them. */
public final class Distribution {
    private Distribution() {
    }

    /** {@code bin/partita} of the unpacked distribution. */
    public static Path launcher() {
        return property("partita.distribution").resolve("bin/partita");
    }

    /** {@code partita.ear} for the full server. */
    public static Path ear() {
        return property("partita.ear");
    }

    /** The resource adapter that owns the data directory. */
    public static Path storeAdapter() {
        return property("partita.rar");
    }

    /** The web archive for the small server. */
    public static Path webArchive() {
        return property("partita.war");
    }

    /** The unpacked full server. */
    public static Path payaraServer() {
        return property("partita.payara");
    }

    /** A page of the documentation. */
    public static Path page(String name) {
        return property("partita.root").resolve("src/site/markdown").resolve(name);
    }

    /** The page that is read first. */
    public static Path firstPage() {
        return property("partita.root").resolve("README.md");
    }

    /** Where tests leave logs and data; goes with {@code mvn clean}. */
    public static Path workDirectory() {
        return property("partita.work");
    }

    /** Removes what an earlier run left in a directory of the work directory. */
    public static void clear(String name) {
        Path directory = workDirectory().resolve(name);
        if (!Files.exists(directory)) return;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path property(String name) {
        String value = System.getProperty(name);
        if (value == null) throw new IllegalStateException("run by Maven, or set the system property " + name);
        return Path.of(value).toAbsolutePath().normalize();
    }
}
