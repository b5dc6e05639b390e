package org.partita.cli;

import org.partita.cli.broker.BrokerCommand;
import picocli.CommandLine;

/**
 * Entry point of {@code bin/partita}. Exit codes: 0 done, 1 refused or failed, 2 bad usage; of a broker that a signal
 * ended, 128 and the number of the signal.
 */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new RootCommand());
        commandLine.addSubcommand("broker", BrokerCommand.spec());
        commandLine.addSubcommand("settings", new SettingsCommand());
        commandLine.setParameterExceptionHandler(Refusals::badUsage);
        commandLine.setExecutionExceptionHandler(Refusals::failed);
        return commandLine;
    }
}
