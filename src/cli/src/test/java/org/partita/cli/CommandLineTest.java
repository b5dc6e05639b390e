package org.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.partita.settings.Setting;
import picocli.CommandLine;

final class CommandLineTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void unknownOptionIsBadUsage() {
        int exitCode = run("broker", "--wires", "9092");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString()).startsWith("partita: Unknown option").contains("Try 'partita broker --help'.");
    }

    @Test
    void missingCommandIsBadUsage() {
        int exitCode = run();

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString()).startsWith("partita: a command is missing");
    }

    @Test
    void dataDirectoryNamedTwiceIsBadUsage() {
        int exitCode = run("broker", "--data", "a,b,a");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString()).startsWith("partita: --data: 'a,b,a' found, each directory once expected");
    }

    @Test
    void onePortForBothListenersIsBadUsage() {
        int exitCode = run("broker", "--http", "9092");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString()).startsWith("partita: --http and default of partita.wire.port: both are port 9092;");
    }

    @Test
    void settingsListsNameDefaultAndMeaningOfEachSetting() {
        int exitCode = run("settings");

        assertThat(exitCode).isZero();
        for (Setting setting : Setting.values()) {
            assertThat(out.toString()).contains(setting.propertyName(), setting.defaultValue(), setting.meaning());
        }
    }

    @Test
    void settingsAsJsonHasOneObjectForEachSetting() {
        int exitCode = run("settings", "--json");

        assertThat(exitCode).isZero();
        assertThat(out.toString().lines()).first().isEqualTo("[");
        assertThat(out.toString().lines()).filteredOn(line -> line.matches(" {2}\\{\"name\":.*\"},?"))
                .hasSameSizeAs(Setting.values());
    }

    @Test
    void helpNamesEveryFlagWithItsDefaultAndHidesTheInnerOnes() {
        int exitCode = run("broker", "--help");

        assertThat(exitCode).isZero();
        assertThat(out.toString()).contains("--config=FILE", "(8080)").doesNotContain("--stop-with-parent");
        for (Setting setting : Setting.values()) {
            setting.flag().ifPresent(flag -> assertThat(out.toString()).contains(flag));
        }
    }

    @Test
    void brokerWithoutDistributionIsRefusedInOneLine() {
        int exitCode = run("broker");

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly(
                "partita: a broker is started by bin/partita of the distribution");
    }

    private int run(String... arguments) {
        CommandLine commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }
}
