package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import fish.payara.micro.BootstrapException;
import fish.payara.micro.PayaraMicro;
import fish.payara.micro.PayaraMicroRuntime;
import fish.payara.micro.boot.PayaraMicroLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Payara Micro in this process. The only class that knows its API; nothing else of ours may touch it. */
final class PayaraServer {
    private static final String HTTP = "configs.config.server-config.network-config.";
    private static final String STOPPING_THREAD = "Payara Micro Shutdown Hook";

    private final PayaraMicroRuntime runtime;

    private PayaraServer(PayaraMicroRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Starts the server without applications, listening on the HTTP address only: no grid, no management port.
     *
     * @throws LaunchException if it does not start
     */
    static PayaraServer start(BrokerConfiguration configuration, Distribution distribution, RunDirectory directory) {
        requireNonNull(configuration, "configuration");
        try {
            Path commands = directory.temporary().resolve("pre-boot");
            Files.write(commands, List.of(
                    "set " + HTTP + "network-listeners.network-listener.http-listener.address="
                            + configuration.bind().getHostAddress(),
                    // The limit counts requests of one connection that is kept alive, not connections.
                    "set " + HTTP + "protocols.protocol.http-listener.http.max-connections=-1"));
            PayaraMicroLauncher.create(new String[] {
                "--nohazelcast", "--disablephonehome",
                "--port", Integer.toString(configuration.httpPort()),
                "--rootdir", directory.server().toString(),
                "--prebootcommandfile", commands.toString(),
                "--logproperties", distribution.logging().toString()});
            return new PayaraServer(PayaraMicro.getInstance().getRuntime());
        } catch (IOException e) {
            throw new LaunchException("the server's files cannot be written (" + e + ")", e);
        } catch (Exception e) {
            // The launcher of Payara declares nothing narrower.
            throw new LaunchException("the application server did not start (" + e.getMessage() + "); see the log", e);
        }
    }

    /**
     * Deploys the store and then the broker.
     *
     * @throws LaunchException if one of them is not there afterwards
     */
    void deploy(BrokerConfiguration configuration, Distribution distribution) {
        runtime.deploy("partita-store", "partita-store", distribution.storeArchive().toFile());
        deployed("partita-store");
        runtime.deploy("partita", configuration.contextRoot(), distribution.webArchive().toFile());
        deployed("partita");
    }

    /** Stops applications and server and returns when that is done. Callable while the server stops by itself. */
    void stop() {
        try {
            runtime.shutdown();
        } catch (IllegalStateException | BootstrapException e) {
            // The server's own shutdown hook is ahead of us.
            awaitItsOwnHook();
        }
    }

    /** Returns when the server's own shutdown hook, if it runs, has ended. */
    static void awaitItsOwnHook() {
        Optional<Thread> hook = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> STOPPING_THREAD.equals(thread.getName())).findFirst();
        try {
            if (hook.isPresent()) hook.get().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void deployed(String application) {
        if (!runtime.getDeployedApplicationNames().contains(application)) {
            throw new LaunchException(application + " could not be deployed; see the log");
        }
    }
}
