package org.partita.systemtests.harness;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A process this test run started, with its children. None of them outlives the test run. */
public final class ProcessTree {
    private static final Duration GONE_WITHIN = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(5);
    private static final Set<ProcessHandle> STARTED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> STARTED.forEach(ProcessTree::killWithChildren)));
    }

    private final ProcessHandle root;

    public ProcessTree(ProcessHandle root) {
        this.root = requireNonNull(root, "root");
        STARTED.add(root);
    }

    public long pid() {
        return root.pid();
    }

    public boolean isAlive() {
        return root.isAlive();
    }

    /** This process and all below it, as far as they live. */
    public List<ProcessHandle> members() {
        return Stream.concat(Stream.of(root), root.descendants()).filter(ProcessHandle::isAlive).toList();
    }

    /** As {@code kill -9}: nobody in the tree runs another instruction; returns when all are gone. */
    public void kill() {
        List<ProcessHandle> members = members();
        members.forEach(ProcessHandle::destroyForcibly);
        awaitGone(members, GONE_WITHIN);
    }

    /** As {@code kill -TERM} to the root; returns when all are gone. */
    public void terminate(Duration within) {
        List<ProcessHandle> members = members();
        root.destroy();
        awaitGone(members, within);
    }

    private void awaitGone(List<ProcessHandle> members, Duration within) {
        Awaitility.await("end of processes " + members.stream().map(ProcessHandle::pid).toList())
            .atMost(within).pollDelay(Duration.ZERO).pollInterval(LOOK_AGAIN)
            .until(() -> members.stream().noneMatch(ProcessHandle::isAlive));
        STARTED.remove(root);
    }

    private static void killWithChildren(ProcessHandle root) {
        root.descendants().forEach(ProcessHandle::destroyForcibly);
        root.destroyForcibly();
    }
}
