package org.partita.cli.logging;

import java.io.IOException;
import java.util.Map;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Drops what two loggers of the server say below a level, for the server sets their levels itself, over the file's; and
 * what others say with a hundred lines, as errors, of a client that has gone or does not speak HTTP: any client could
 * fill the log.
 */
public final class ServerChatter implements Filter {
    private static final Map<String, Level> LOWEST =
            Map.of("PayaraMicro", Level.WARNING, "jakarta.enterprise.web", Level.WARNING);
    /** Ends answers. An error of the application is logged by the application, and by this one without an I/O error. */
    private static final String ANSWERS = "org.glassfish.jersey.server.ServerRuntime$Responder";
    private static final String REQUESTS = "org.glassfish.grizzly.http.HttpServerFilter";
    private static final int MOST_CAUSES = 10;

    @Override
    public boolean isLoggable(LogRecord logged) {
        String logger = logged.getLoggerName();
        if (logger == null) return true;
        if (logger.equals(ANSWERS)) return !isOfConnection(logged.getThrown());
        if (logger.equals(REQUESTS)) return logged.getThrown() != null && !isOfConnection(logged.getThrown());
        return logged.getLevel().intValue() >= LOWEST.getOrDefault(logger, Level.ALL).intValue();
    }

    private static boolean isOfConnection(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof IOException) return true;
            cause = cause.getCause();
        }
        return false;
    }
}
