package org.partita.systemtests.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The modules of this build on disk. */
final class Reactor {
    private static final Path ROOT = Path.of(System.getProperty("partita.root", "../..")).toAbsolutePath().normalize();
    private static final Set<String> NOT_MODULES = Set.of("target", ".git", "node_modules", "data");

    private Reactor() {
    }

    /** All classes the product consists of, without tests. */
    static JavaClasses productClasses() {
        return new ClassFileImporter().importPaths(modules().map(module -> module.resolve("target/classes"))
            .filter(Files::isDirectory).toList());
    }

    /** All test classes of this build but the fixtures that break rules on purpose. */
    static JavaClasses testClasses() {
        return new ClassFileImporter()
            .withImportOption(location -> !location.contains("/architecture/fixture/"))
            .importPaths(modules().map(module -> module.resolve("target/test-classes"))
                .filter(Files::isDirectory).toList());
    }

    static List<Path> javaSources() {
        return modules().map(module -> module.resolve("src"))
            .flatMap(source -> Stream.of(source.resolve("main/java"), source.resolve("test/java")))
            .filter(Files::isDirectory)
            .flatMap(Reactor::walk)
            .filter(file -> file.toString().endsWith(".java"))
            .sorted()
            .toList();
    }

    /** The path as a reader of the project knows it. */
    static String name(Path file) {
        return ROOT.relativize(file).toString();
    }

    private static Stream<Path> modules() {
        return walkDirectories(ROOT, 4).stream().filter(directory -> Files.isRegularFile(directory.resolve("pom.xml")));
    }

    private static List<Path> walkDirectories(Path directory, int depth) {
        if (depth == 0 || NOT_MODULES.contains(directory.getFileName().toString())) return List.of();
        try (Stream<Path> children = Files.list(directory)) {
            Stream<Path> below = children.filter(Files::isDirectory).sorted().toList().stream()
                .flatMap(child -> walkDirectories(child, depth - 1).stream());
            return Stream.concat(Stream.of(directory), below).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> walk(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
