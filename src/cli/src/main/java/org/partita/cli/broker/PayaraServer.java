package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import fish.payara.micro.BootstrapException;
import fish.payara.micro.ClusterCommandResult;
import fish.payara.micro.PayaraMicro;
import fish.payara.micro.PayaraMicroRuntime;
import fish.payara.micro.boot.AdminCommandRunner;
import fish.payara.micro.boot.PayaraMicroBoot;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Payara Micro in this process. The only class that knows its API; nothing else of ours may touch it. */
final class PayaraServer {
    private static final String CONFIG = "configs.config.server-config.";
    private static final String NETWORK = CONFIG + "network-config.";
    private static final long WRITE_TIMEOUT_MILLIS = 10_000;
    private static final int IDLE_SECONDS = 60;
    private static final String LISTENER = NETWORK + "network-listeners.network-listener.http-listener.";
    private static final String STORE = "partita-store";
    private static final String BROKER = "partita";
    private static final String LISTENING_THREAD = "http-listener-kernel";
    private static final String STOPPING_THREAD = "Payara Micro Shutdown Hook";

    private final PayaraMicroRuntime runtime;

    private PayaraServer(PayaraMicroRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Starts the server with the store and the broker, listening on the HTTP address only: no grid, no management port.
     *
     * <p>The HTTP port is open before the application is, behind an {@link HttpGate}. (A listener that is opened after
     * the deployment would do without, but with it the server mixes up the contexts of asynchronous requests.)
     *
     * @throws LaunchException if the server does not start or one of the applications cannot be deployed
     */
    static PayaraServer start(BrokerConfiguration configuration, Distribution distribution, RunDirectory directory) {
        requireNonNull(configuration, "configuration");
        AtomicReference<HttpGate> gate = new AtomicReference<>();
        PayaraMicroBoot boot = PayaraMicro.getInstance();
        boot.setNoHazelcast(true).setHttpPort(configuration.httpPort()).setRootDir(directory.server().toFile())
                .setLogPropertiesFile(distribution.logging().toFile());
        boot.setPreBootHandler(commands -> {
            gate.set(HttpGate.before(commands.getClass().getClassLoader()));
            settings(configuration).forEach(each -> run(commands, "set", each));
        });
        boot.setPostBootHandler(commands -> {
            run(commands, "deploy", "--name", STORE, distribution.storeArchive().toString());
            run(commands, "deploy", "--name", BROKER, "--contextroot", configuration.contextRoot(),
                    distribution.webArchive().toString());
        });
        try {
            return new PayaraServer(boot.bootStrap());
        } catch (BootstrapException e) {
            throw new LaunchException("the application server did not start (" + e.getMessage() + "); see the log", e);
        } finally {
            if (gate.get() != null) gate.get().close();
        }
    }

    private static List<String> settings(BrokerConfiguration configuration) {
        return List.of(
                LISTENER + "address=" + configuration.bind().getHostAddress(),
                CONFIG + "phone-home-runtime-configuration.enabled=false",
                // The limit counts requests of one connection that is kept alive, not connections.
                NETWORK + "protocols.protocol.http-listener.http.max-connections=-1",
                // Later than a read without bytes ends (30 s): else who sends nothing may be cut off unanswered.
                NETWORK + "transports.transport.tcp.idle-key-timeout-seconds=" + IDLE_SECONDS,
                // A client that does not read its answer holds a thread until then.
                NETWORK + "transports.transport.tcp.write-timeout-millis=" + WRITE_TIMEOUT_MILLIS);
    }

    private static void run(AdminCommandRunner commands, String command, String... arguments) {
        ClusterCommandResult result = commands.run(command, arguments);
        if (result.getExitStatus() == ClusterCommandResult.ExitStatus.FAILURE) {
            throw new LaunchException("the application server refused " + command + " " + String.join(" ", arguments)
                    + "; see the log", result.getFailureCause());
        }
    }

    /**
     * Whether this server, and not another process, has the HTTP port.
     *
     * <p>The server keeps quiet if it cannot open the port, and has no call to ask: the
     * thread that waits for connections is the sign.
     */
    boolean isListening() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith(LISTENING_THREAD));
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
}
