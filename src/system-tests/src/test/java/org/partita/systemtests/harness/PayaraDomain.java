package org.partita.systemtests.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A fresh domain of the full server on free ports, driven as its administrators do. Closing it kills it. */
public final class PayaraDomain implements AutoCloseable {
    private static final String NAME = "partita";
    /** The first compiler only: neither a command nor the server lives long enough to gain from the second. */
    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";
    private static final Duration COMMAND_WITHIN = Duration.ofSeconds(180);

    private final Path domains;
    private final int adminPort;
    private final int httpPort;

    private PayaraDomain(Path domains, int adminPort, int httpPort) {
        this.domains = domains;
        this.adminPort = adminPort;
        this.httpPort = httpPort;
    }

    /** @param domains where the domain's own directory is made */
    public static PayaraDomain create(Path domains) {
        PayaraDomain domain = new PayaraDomain(domains, FreePort.next(), FreePort.next());
        String others = Stream.of("domain.jmxPort", "jms.port", "orb.listener.port", "http.ssl.port", "orb.ssl.port",
            "orb.mutualauth.port", "osgi.shell.telnet.port", "java.debugger.port", "hazelcast.start.port",
            "hazelcast.das.port").map(name -> name + "=" + FreePort.next()).collect(Collectors.joining(":"));
        domain.run("create-domain", "--nopassword=true", "--domaindir", domains.toString(),
            "--adminport", Integer.toString(domain.adminPort), "--instanceport", Integer.toString(domain.httpPort),
            "--domainproperties", others, NAME);
        return domain;
    }

    public void start() {
        run("start-domain", "--domaindir", domains.toString(), NAME);
        assertThat(serverTree().isAlive()).isTrue();
    }

    public void restart() {
        run("restart-domain", "--domaindir", domains.toString(), NAME);
        assertThat(serverTree().isAlive()).isTrue();
    }

    public void stop() {
        run("stop-domain", "--domaindir", domains.toString(), NAME);
    }

    /** Runs a command against this domain; fails with its output unless it succeeds. */
    public String run(String... command) {
        List<String> line = new ArrayList<>(List.of(Distribution.payaraServer().resolve("bin/asadmin").toString(),
            "--interactive=false", "--port", Integer.toString(adminPort)));
        line.addAll(List.of(command));
        try {
            Path output = Files.createTempFile(Files.createDirectories(domains), "asadmin", ".txt");
            ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true)
                .redirectOutput(output.toFile());
            builder.environment().put("JAVA_TOOL_OPTIONS", QUICK_START);
            Process process = builder.start();
            boolean ended = process.waitFor(COMMAND_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) new ProcessTree(process.toHandle()).kill();
            String text = Files.readString(output, UTF_8);
            assertThat(ended && process.exitValue() == 0).as("%s%n%s%n%s", line, text, serverLogTail()).isTrue();
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Of the JVM of the server. */
    public long pid() {
        return serverTree().members().get(0).pid();
    }

    /** @param contextRoot with a slash at its start and none at its end; empty for the root */
    public BrokerClient client(String contextRoot) {
        return new BrokerClient(URI.create("http://127.0.0.1:" + httpPort + contextRoot));
    }

    private String serverLogTail() {
        Path log = domains.resolve(NAME).resolve("logs/server.log");
        if (!Files.exists(log)) return "no server log yet";
        try {
            List<String> lines = Files.readString(log, UTF_8).lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (Files.exists(pidFile())) serverTree().kill();
    }

    private ProcessTree serverTree() {
        try {
            long pid = Long.parseLong(Files.readString(pidFile()).strip());
            return ProcessHandle.of(pid).map(ProcessTree::new)
                .orElseThrow(() -> new AssertionError("process " + pid + " is gone\n" + serverLogTail()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path pidFile() {
        return domains.resolve(NAME).resolve("config/pid");
    }
}
