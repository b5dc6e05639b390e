package org.partita.cli.broker;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.partita.settings.InvalidSettingException;
import org.partita.settings.Setting;
import org.partita.settings.SettingSource;
import org.partita.settings.SettingValues;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code partita broker}: one broker in the foreground. Its flags are made from the settings. */
public final class BrokerCommand implements Callable<Integer> {
    private static final String CONFIG = "--config";
    private static final String STOP_WITH_PARENT = "--stop-with-parent";

    private CommandSpec spec;

    private BrokerCommand() {
    }

    public static CommandSpec spec() {
        BrokerCommand command = new BrokerCommand();
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command);
        command.spec = spec;
        spec.name("broker");
        spec.usageMessage().description("Runs one broker in the foreground; SIGTERM or Ctrl-C stops it cleanly.",
                "Each flag has a setting of the same meaning; 'partita settings' lists them."
                        + " A flag wins over a system property, that over the environment, that over --config.");
        for (Setting setting : Setting.values()) {
            setting.flag().ifPresent(flag -> spec.addOption(option(setting, flag)));
        }
        spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).description("shows this help").build());
        spec.addOption(OptionSpec.builder(CONFIG).type(Path.class).paramLabel("FILE")
                .description("properties file with settings by name").build());
        spec.addOption(OptionSpec.builder(STOP_WITH_PARENT).type(boolean.class).hidden(true)
                .description("stops when the process that started this one ends").build());
        return spec;
    }

    private static OptionSpec option(Setting setting, String flag) {
        OptionSpec.Builder option = OptionSpec.builder(flag).type(String.class).paramLabel(setting.valueLabel());
        if (setting.isSwitch()) option.arity("0..1").fallbackValue("true");
        String defaultValue = setting.defaultValue();
        return option.description(setting.meaning() + (defaultValue.isEmpty() ? "" : " (" + defaultValue + ")"))
                .build();
    }

    @Override
    public Integer call() throws InterruptedException {
        ParseResult parsed = spec.commandLine().getParseResult();
        BrokerConfiguration configuration = configuration(parsed, System.getProperties(), System.getenv());
        Distribution distribution = Distribution.ofThisProcess();
        boolean stopWithParent = parsed.matchedOptionValue(STOP_WITH_PARENT, false);
        return new BrokerLaunch(configuration, distribution, spec.commandLine().getOut()).run(stopWithParent);
    }

    static BrokerConfiguration configuration(ParseResult parsed, Properties systemProperties,
                                             Map<String, String> environment) {
        List<SettingSource> sources = new ArrayList<>();
        sources.add(SettingSource.flags(flags(parsed)));
        sources.add(SettingSource.systemProperties(systemProperties));
        sources.add(SettingSource.environment(environment));
        if (parsed.hasMatchedOption(CONFIG)) sources.add(file(parsed.matchedOptionValue(CONFIG, Path.of(""))));
        return BrokerConfiguration.from(SettingValues.resolve(sources));
    }

    private static Map<Setting, String> flags(ParseResult parsed) {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            setting.flag().filter(parsed::hasMatchedOption)
                    .ifPresent(flag -> flags.put(setting, parsed.matchedOptionValue(flag, "")));
        }
        return flags;
    }

    private static SettingSource file(Path file) {
        Properties content = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            content.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            InvalidSettingException refused = new InvalidSettingException(CONFIG + ": " + file + finding(file, e));
            refused.initCause(e);
            throw refused;
        }
        return SettingSource.file(file.toString(), content);
    }

    private static String finding(Path file, Exception cause) {
        if (cause instanceof NoSuchFileException) return " does not exist";
        if (cause instanceof AccessDeniedException) return " may not be read by this user";
        if (Files.isDirectory(file)) return " is a directory, a properties file is expected";
        if (cause instanceof CharacterCodingException) return " is not a text in UTF-8";
        return " cannot be read as a properties file (" + cause.getMessage() + ")";
    }
}
