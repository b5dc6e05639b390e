package org.partita.broker;

import java.util.HashSet;
import java.util.Set;

import org.partita.settings.InvalidSettingException;
import org.partita.storage.BrokerException;

/** Finds, in a chain of wrapped exceptions, the line that tells an operator what to do. */
final class FailureCause {
    private FailureCause() {
    }

    /** The message of the first failure of ours in the chain, else of the deepest one; always one line. */
    static String of(Throwable failure) {
        Set<Throwable> seen = new HashSet<>();
        Throwable deepest = failure;
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (isOurs(cause)) return oneLine(cause);
            deepest = cause;
        }
        return oneLine(deepest);
    }

    private static boolean isOurs(Throwable cause) {
        return cause instanceof BrokerException || cause instanceof InvalidSettingException;
    }

    private static String oneLine(Throwable cause) {
        String message = cause.getMessage();
        if (message == null || message.isBlank()) message = cause.getClass().getSimpleName();
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
