package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import fish.payara.micro.BootstrapException;
import fish.payara.micro.PayaraMicro;
import fish.payara.micro.PayaraMicroRuntime;
import fish.payara.micro.boot.PayaraMicroLauncher;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Payara Micro in this process. The only class that knows its API; nothing else of ours may touch it. */
final class PayaraServer {
    private static final String NETWORK = "configs.config.server-config.network-config.";
    private static final long WRITE_TIMEOUT_MILLIS = 10_000;
    private static final int IDLE_SECONDS = 60;
    private static final String LISTENER = NETWORK + "network-listeners.network-listener.http-listener.";
    private static final String STORE = "partita-store";
    private static final String BROKER = "partita";
    private static final String STOPPING_THREAD = "Payara Micro Shutdown Hook";

    private final PayaraMicroRuntime runtime;

    private PayaraServer(PayaraMicroRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Starts the server with the store and the broker, listening on the HTTP address only: no grid, no management port.
     *
     * <p>The port is opened last, see {@link HttpPort}. A listener of the server that is opened after the deployment
     * would do as well, but with it the server mixes up the contexts of asynchronous requests.
     *
     * @throws LaunchException if the server does not start, one of the applications is not there afterwards, or the
     *     port was taken meanwhile
     */
    static PayaraServer start(BrokerConfiguration configuration, Distribution distribution, RunDirectory directory) {
        requireNonNull(configuration, "configuration");
        try {
            Path beforeBoot = Files.write(directory.temporary().resolve("before-boot"), List.of(
                    "set " + LISTENER + "address=" + configuration.http().bind().getHostAddress(),
                    "set " + LISTENER + "port=" + HttpPort.UNKNOWN,
                    // The limit counts requests of one connection that is kept alive, not connections.
                    "set " + NETWORK + "protocols.protocol.http-listener.http.max-connections=-1",
                    // Later than a read without bytes ends (30 s): else who sends nothing may be cut off unanswered.
                    "set " + NETWORK + "transports.transport.tcp.idle-key-timeout-seconds=" + IDLE_SECONDS,
                    // So that the application refuses it: the server takes its body for the next request.
                    "set " + NETWORK + "protocols.protocol.http-listener.http.trace-enabled=true",
                    // A client that does not read its answer holds a thread until then.
                    "set " + NETWORK + "transports.transport.tcp.write-timeout-millis=" + WRITE_TIMEOUT_MILLIS));
            Path afterBoot = Files.write(directory.temporary().resolve("after-boot"), List.of(
                    "deploy --name " + STORE + " \"" + distribution.storeArchive() + '"',
                    "deploy --name " + BROKER + " --contextroot " + configuration.contextRoot()
                            + " \"" + distribution.webArchive() + '"'));
            PayaraMicroLauncher.create(new String[] {
                "--nohazelcast", "--disablephonehome",
                "--rootdir", directory.server().toString(),
                "--prebootcommandfile", beforeBoot.toString(),
                "--postbootcommandfile", afterBoot.toString(),
                "--logproperties", distribution.logging().toString()});
        } catch (IOException e) {
            throw new LaunchException("the server's files cannot be written (" + e + ")", e);
        } catch (Exception e) {
            // The launcher of Payara declares nothing narrower.
            throw new LaunchException("the application server did not start (" + e.getMessage() + "); see the log", e);
        }
        PayaraServer server = new PayaraServer(PayaraMicro.getInstance().getRuntime()).withBothApplications();
        HttpPort.open(new InetSocketAddress(configuration.http().bind(), configuration.http().port()));
        return server;
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

    private PayaraServer withBothApplications() {
        Collection<String> deployed = runtime.getDeployedApplicationNames();
        for (String application : List.of(STORE, BROKER)) {
            if (!deployed.contains(application)) {
                throw new LaunchException(application + " could not be deployed; see the log");
            }
        }
        return this;
    }
}
