package org.partita.core.execution;

import static java.util.Objects.requireNonNull;

/** Steps that are all to be tried, whatever becomes of those before. The first failure is the cause of all. */
public final class Cleanup {
    private RuntimeException first;

    /** Nothing has failed so far. */
    public Cleanup() {
    }

    /** After a failure: those of the steps are added to it. */
    public Cleanup(RuntimeException cause) {
        this.first = requireNonNull(cause, "cause");
    }

    public void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException failure) {
            if (first == null) first = failure;
            else if (failure != first) first.addSuppressed(failure);
        }
    }

    /** @throws RuntimeException the first failure, if there was any */
    public void end() {
        if (first != null) throw first;
    }
}
