package org.partita.cli.broker;

/** Notices the end of the process that started this one, even if it was killed. */
final class ParentWatch {
    private ParentWatch() {
    }

    /** Runs {@code action} once, on a thread of the platform, some seconds after the parent has ended at the latest. */
    static void onEnd(Runnable action) {
        ProcessHandle.current().parent()
                .ifPresentOrElse(parent -> parent.onExit().thenRun(action), action);
    }
}
