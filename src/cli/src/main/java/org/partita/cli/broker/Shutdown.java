package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** The end of the process, however it was asked for: the server first, then what it left on the disk. */
final class Shutdown {
    private final RunDirectory directory;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicReference<Runnable> stopServer = new AtomicReference<>(PayaraServer::awaitItsOwnHook);

    private Shutdown(RunDirectory directory) {
        this.directory = directory;
    }

    /** Registers with the virtual machine. */
    static Shutdown register(RunDirectory directory) {
        Shutdown shutdown = new Shutdown(requireNonNull(directory, "directory"));
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::run, "partita-shutdown"));
        return shutdown;
    }

    void stopFirst(PayaraServer server) {
        stopServer.set(server::stop);
    }

    /** Whether the process is ending; what fails from then on is no news. */
    boolean hasBegun() {
        return begun.get();
    }

    private void run() {
        begun.set(true);
        // The server prints to standard output while it stops; the log goes to standard error.
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        stopServer.get().run();
        try {
            directory.close();
        } catch (UncheckedIOException e) {
            System.err.println("partita: " + e.getMessage() + " (" + e.getCause() + ")");
        }
    }
}
