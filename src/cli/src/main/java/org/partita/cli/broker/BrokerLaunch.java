package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The life of one broker process: checks, start, readiness, and waiting for the end. */
final class BrokerLaunch {
    private static final int SIGNALLED = 128;
    private static final long POLL_MILLIS = 200;
    private static final long ABSENT_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final BrokerConfiguration given;
    private final Distribution distribution;
    private final PrintWriter out;
    private final CountDownLatch stopAsked = new CountDownLatch(1);
    private final AtomicInteger exitCode = new AtomicInteger();
    private volatile boolean serverStarts = true;

    BrokerLaunch(BrokerConfiguration given, Distribution distribution, PrintWriter out) {
        this.given = requireNonNull(given, "given");
        this.distribution = requireNonNull(distribution, "distribution");
        this.out = requireNonNull(out, "out");
    }

    /**
     * Runs the broker until the process is asked to end.
     *
     * @return exit code: that of the signal that asked for the end, as shells count; 0 if none did
     * @throws LaunchException if the broker does not come up
     */
    int run(boolean stopWithParent) throws InterruptedException {
        BrokerConfiguration configuration = PortProbe.withFreePorts(given);
        DataDirectoryCheck.check(configuration.data());
        RunDirectory directory = RunDirectory.open(Path.of(System.getProperty("java.io.tmpdir")),
                configuration.data().get(0));
        Shutdown shutdown = Shutdown.register(directory);
        EndSignals.onEach(this::endAsked);
        if (stopWithParent) ParentWatch.onEnd(stopAsked::countDown);
        try {
            serve(configuration, directory, shutdown);
            return exitCode.get();
        } catch (LaunchException e) {
            if (shutdown.hasBegun()) return exitCode.get();
            throw e;
        }
    }

    /**
     * A server that is stopped while it starts fills the log with failures, so it is let through. A second signal of
     * another kind is no impatience: Maven sends one to its children when it is interrupted together with them.
     */
    private void endAsked(int signal) {
        int code = SIGNALLED + signal;
        boolean first = exitCode.compareAndSet(0, code);
        if (!first && exitCode.get() == code) System.exit(code);
        if (first && serverStarts) say("Partita stops when the server has started; the same signal again ends it now.");
        stopAsked.countDown();
    }

    private void serve(BrokerConfiguration configuration, RunDirectory directory, Shutdown shutdown)
            throws InterruptedException {
        System.setProperty("java.io.tmpdir", directory.temporary().toString());
        configuration.asSettings().forEach((setting, text) -> System.setProperty(setting.propertyName(), text));
        say("Partita " + ProductVersion.text() + ": starting broker " + configuration.brokerId() + " …");
        PayaraServer server = PayaraServer.start(configuration, distribution, directory);
        shutdown.stopFirst(server);
        serverStarts = false;
        if (awaitReady(configuration)) {
            ReadyMessage.lines(configuration).forEach(out::println);
            out.flush();
            stopAsked.await();
        }
    }

    /** Whether the broker got ready; false if the process shall end before that. */
    private boolean awaitReady(BrokerConfiguration configuration) throws InterruptedException {
        ReadinessProbe probe = new ReadinessProbe(configuration.http().local().toString());
        long startNanos = System.nanoTime();
        long saidNanos = startNanos;
        while (!stopAsked.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            long waitedNanos = System.nanoTime() - startNanos;
            Readiness readiness = probe.read();
            if (readiness instanceof Readiness.Ready) return true;
            if (readiness instanceof Readiness.Failed failed) throw new LaunchException(failed.cause());
            if (readiness instanceof Readiness.Absent && waitedNanos > ABSENT_LIMIT_NANOS) {
                throw new LaunchException("the server runs, but the broker did not appear in its health; see the log");
            }
            if (System.nanoTime() - saidNanos > PROGRESS_NANOS) {
                say("still starting after " + TimeUnit.NANOSECONDS.toSeconds(waitedNanos) + " s …");
                saidNanos = System.nanoTime();
            }
        }
        return false;
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
