package org.partita.systemtests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Limits a compiler does not know. */
class SourceTest {
    private static final int FILE_LINES = 400;
    private static final int LINE_CHARACTERS = 120;
    private static final Pattern MONITOR = Pattern.compile("^[^*/\"]*\\bsynchronized\\b");
    private static final Pattern LOOSE_END = Pattern.compile("\\b(TODO|FIXME|XXX)\\b(?!.*#\\d)");

    @Test
    void filesStaySmall() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : Reactor.javaSources()) {
            int lines = Files.readAllLines(file).size();
            if (lines > FILE_LINES) tooLong.add(Reactor.name(file) + " has " + lines + " lines");
        }

        assertThat(tooLong).isEmpty();
    }

    @Test
    void linesStayShort() throws IOException {
        assertThat(linesOf(Reactor.javaSources(), line -> line.length() > LINE_CHARACTERS)).isEmpty();
    }

    @Test
    void coreHasNoMonitors() throws IOException {
        List<Path> core = Reactor.javaSources().stream()
            .filter(file -> Reactor.name(file).startsWith("src/core/src/main/")).toList();

        assertThat(core).isNotEmpty();
        assertThat(linesOf(core, MONITOR.asPredicate())).isEmpty();
    }

    @Test
    void looseEndsNameAnIssue() throws IOException {
        List<Path> sources = Reactor.javaSources().stream().filter(file -> !file.endsWith("SourceTest.java")).toList();

        assertThat(linesOf(sources, LOOSE_END.asPredicate())).isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIsFor() {
        List<String> silent = Reactor.javaSources().stream()
            .filter(file -> Reactor.name(file).contains("src/main/java/"))
            .map(Path::getParent).distinct()
            .filter(directory -> !Files.exists(directory.resolve("package-info.java")))
            .map(Reactor::name).toList();

        assertThat(silent).isEmpty();
    }

    private static List<String> linesOf(List<Path> files, Predicate<String> wrong) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            List<String> lines = Files.readAllLines(file);
            Stream.iterate(0, index -> index < lines.size(), index -> index + 1)
                .filter(index -> wrong.test(lines.get(index)))
                .forEach(index -> found.add(Reactor.name(file) + ":" + (index + 1)));
        }
        return found;
    }
}
