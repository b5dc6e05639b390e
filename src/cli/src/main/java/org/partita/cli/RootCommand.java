package org.partita.cli;

import org.partita.cli.broker.ProductVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code partita} without a command: help and version. */
@Command(name = "partita", mixinStandardHelpOptions = true, versionProvider = RootCommand.Version.class,
        description = "Runs a Partita broker and talks to brokers.")
final class RootCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Partita " + ProductVersion.text()};
        }
    }
}
