package org.partita.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * One broker, started by the launcher of the distribution. Closing it kills it.
 *
 * <p>A start costs about half the processor time with {@link #QUICK_START}, which most brokers of the tests get because
 * they live for seconds only. {@link #startAsShipped} leaves the options of the JVM as the distribution has them.
 */
public final class BrokerProcess implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(120);
    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(60);
    private static final AtomicInteger STARTS = new AtomicInteger();
    private static final String WIRE_FLAG = "--wire";
    private static final String AS_SHIPPED = "";
    /** How the last line ends that the launcher prints of a broker that is ready. */
    private static final String END_OF_READY_MESSAGE = "/messages?offset=earliest'";
    /** With the first compiler and the simple collector. */
    private static final String QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private final Process process;
    private final ProcessTree tree;
    private final int httpPort;
    private final int wirePort;
    private final List<Path> dataDirectories;
    private final Path output;
    private final Path errors;

    private BrokerProcess(Process process, int httpPort, int wirePort, List<Path> dataDirectories, Path output,
                          Path errors) {
        this.process = process;
        this.tree = new ProcessTree(process.toHandle());
        this.httpPort = httpPort;
        this.wirePort = wirePort;
        this.dataDirectories = dataDirectories;
        this.output = output;
        this.errors = errors;
    }

    /** Starts a broker on a free port and waits until it is ready. */
    public static BrokerProcess start(Path dataDirectory, String... flags) {
        return start(List.of(dataDirectory), flags);
    }

    /** As {@link #start(Path, String...)}, on several data directories. */
    public static BrokerProcess start(List<Path> dataDirectories, String... flags) {
        return whenReady(launch(dataDirectories, FreePort.next(), flags));
    }

    /** As {@link #start(Path, String...)}, in the JVM that users get. */
    public static BrokerProcess startAsShipped(Path dataDirectory) {
        return whenReady(launch(AS_SHIPPED, List.of(dataDirectory), FreePort.next()));
    }

    /** As {@link #start(Path, String...)}, in a JVM that a debugger may attach to. */
    public static BrokerProcess startForDebugger(Path dataDirectory, int debugPort) {
        String agent = " -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:" + debugPort;
        return whenReady(launch(QUICK_START + agent, List.of(dataDirectory), FreePort.next()));
    }

    private static BrokerProcess whenReady(BrokerProcess broker) {
        try {
            broker.awaitReady();
        } catch (RuntimeException | Error e) {
            broker.close();
            throw e;
        }
        return broker;
    }

    /** Starts a broker and does not wait. */
    public static BrokerProcess launch(Path dataDirectory, int httpPort, String... flags) {
        return launch(List.of(dataDirectory), httpPort, flags);
    }

    /** As {@link #launch(Path, int, String...)}, on several data directories. */
    public static BrokerProcess launch(List<Path> dataDirectories, int httpPort, String... flags) {
        return launch(QUICK_START, dataDirectories, httpPort, flags);
    }

    private static BrokerProcess launch(String javaOptions, List<Path> dataDirectories, int httpPort,
                                        String... flags) {
        String data = dataDirectories.stream().map(Path::toString).collect(Collectors.joining(","));
        List<String> command = new ArrayList<>(List.of(Distribution.launcher().toString(), "broker",
            "--http", Integer.toString(httpPort), "--data", data));
        command.addAll(List.of(flags));
        int wirePort = wirePort(command);
        try {
            Path logs = Files.createDirectories(Distribution.workDirectory().resolve("logs"));
            String name = "broker-%03d-%d".formatted(STARTS.incrementAndGet(), httpPort);
            Path output = logs.resolve(name + ".out");
            Path errors = logs.resolve(name + ".err");
            ProcessBuilder builder = new ProcessBuilder(command).directory(Distribution.workDirectory().toFile())
                .redirectOutput(output.toFile()).redirectError(errors.toFile());
            builder.environment().put("PARTITA_JAVA_OPTS", javaOptions);
            Process process = builder.start();
            process.getOutputStream().close();
            return new BrokerProcess(process, httpPort, wirePort, List.copyOf(dataDirectories), output, errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The port the flags tell, else a free one, which they are made to tell. 0 if there is none. */
    private static int wirePort(List<String> command) {
        int flag = command.indexOf(WIRE_FLAG);
        if (flag >= 0) return command.get(flag + 1).equals("off") ? 0 : Integer.parseInt(command.get(flag + 1));
        int port = FreePort.next();
        command.addAll(List.of(WIRE_FLAG, Integer.toString(port)));
        return port;
    }

    public void awaitReady() {
        BrokerClient client = client();
        try {
            Awaitility.await("broker on port " + httpPort).atMost(READY_WITHIN).pollInterval(Duration.ofMillis(100))
                .until(() -> !process.isAlive() || client.isReady() && hasSaidSo());
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException("not ready within " + READY_WITHIN + logTail(), e);
        }
        if (!process.isAlive()) throw new IllegalStateException("exit code " + process.exitValue() + logTail());
    }

    /** The launcher learns that the broker is ready as clients do, and may do so after them. */
    private boolean hasSaidSo() {
        return outputLines().stream().anyMatch(line -> line.endsWith(END_OF_READY_MESSAGE));
    }

    public BrokerClient client() {
        return new BrokerClient(URI.create("http://127.0.0.1:" + httpPort));
    }

    /** Of the JVM, which the launcher becomes. */
    public long pid() {
        return process.pid();
    }

    public int httpPort() {
        return httpPort;
    }

    /** Of the Kafka protocol; 0 without a listener. */
    public int wirePort() {
        return wirePort;
    }

    /** For Kafka clients. */
    public String bootstrap() {
        return "127.0.0.1:" + wirePort;
    }

    /** The first of them. */
    public Path dataDirectory() {
        return dataDirectories.get(0);
    }

    public boolean isAlive() {
        return tree.isAlive();
    }

    /** Addresses the broker's processes listen on. */
    public List<InetSocketAddress> listeners() {
        return tree.members().stream().flatMap(member -> ListeningSockets.of(member.pid()).stream()).toList();
    }

    /** As {@code kill -9}. */
    public void kill() {
        tree.kill();
    }

    /** As {@code kill -TERM}. @return exit code */
    public int terminate() {
        tree.terminate(STOPPED_WITHIN);
        return awaitExit(STOPPED_WITHIN);
    }

    /** @return exit code */
    public int awaitExit(Duration within) {
        try {
            if (process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        throw new IllegalStateException("still running after " + within + logTail());
    }

    /** Lines on standard output so far. */
    public List<String> outputLines() {
        return lines(output);
    }

    /** Lines on standard error so far. */
    public List<String> errorLines() {
        return lines(errors);
    }

    @Override
    public void close() {
        tree.kill();
    }

    private String logTail() {
        return "\n-- standard output, last lines\n" + tail(outputLines())
            + "\n-- standard error, last lines\n" + tail(errorLines());
    }

    private static String tail(List<String> lines) {
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readString(file).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
