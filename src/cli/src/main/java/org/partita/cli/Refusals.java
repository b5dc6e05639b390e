package org.partita.cli;

import java.io.PrintWriter;
import org.partita.cli.broker.LaunchException;
import org.partita.settings.InvalidSettingException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** What a person reads when a command is refused: one line of cause; for bad usage one more, the way to the help. */
final class Refusals {
    private Refusals() {
    }

    static int badUsage(ParameterException refused, String[] arguments) {
        CommandLine commandLine = refused.getCommandLine();
        return badUsage(commandLine, refused.getMessage());
    }

    static int failed(Exception failure, CommandLine commandLine, ParseResult parsed) {
        if (failure instanceof InvalidSettingException) return badUsage(commandLine, failure.getMessage());
        PrintWriter err = commandLine.getErr();
        err.println("partita: " + (failure instanceof LaunchException ? failure.getMessage() : failure.toString()));
        if (!(failure instanceof LaunchException)) failure.printStackTrace(err);
        err.flush();
        return ExitCode.SOFTWARE;
    }

    private static int badUsage(CommandLine commandLine, String cause) {
        PrintWriter err = commandLine.getErr();
        err.println("partita: " + cause);
        err.println("Try '" + commandLine.getCommandSpec().qualifiedName() + " --help'.");
        err.flush();
        return ExitCode.USAGE;
    }
}
