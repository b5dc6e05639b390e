package org.partita.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.partita.settings.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code partita settings}: every setting with its default and meaning. */
@Command(name = "settings", mixinStandardHelpOptions = true,
        description = "Lists every setting: name, default, meaning.")
final class SettingsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "as JSON, for programs")
    private boolean json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Arrays.stream(Setting.values()).map(SettingsCommand::asJson)
                    .collect(Collectors.joining(",\n  ", "[\n  ", "\n]")));
        } else {
            printTable(out);
        }
        out.flush();
    }

    private static void printTable(PrintWriter out) {
        String row = "%-" + widest("NAME", Setting::propertyName) + "s  %-" + widest("FLAG", SettingsCommand::flag)
                + "s  %-" + widest("DEFAULT", Setting::defaultValue) + "s  %s%n";
        out.printf(row, "NAME", "FLAG", "DEFAULT", "MEANING");
        for (Setting setting : Setting.values()) {
            out.printf(row, setting.propertyName(), flag(setting), setting.defaultValue(), setting.meaning());
        }
    }

    private static int widest(String heading, Function<Setting, String> column) {
        int widest = heading.length();
        for (Setting setting : Setting.values()) {
            widest = Math.max(widest, column.apply(setting).length());
        }
        return widest;
    }

    private static String flag(Setting setting) {
        return setting.flag().orElse("");
    }

    private static String asJson(Setting setting) {
        return "{\"name\":" + quoted(setting.propertyName())
                + ",\"flag\":" + setting.flag().map(SettingsCommand::quoted).orElse("null")
                + ",\"environment\":" + quoted(setting.environmentName())
                + ",\"default\":" + quoted(setting.defaultValue())
                + ",\"meaning\":" + quoted(setting.meaning()) + "}";
    }

    /** The texts are our own constants: no control characters. */
    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
