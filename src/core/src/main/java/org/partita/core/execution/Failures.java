package org.partita.core.execution;

import java.util.concurrent.CompletionException;

/** What stages of completions fail with. */
public final class Failures {
    private Failures() {
    }

    /** The failure without the wrappers that stages put around it. */
    public static Throwable bare(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) cause = cause.getCause();
        return cause;
    }
}
