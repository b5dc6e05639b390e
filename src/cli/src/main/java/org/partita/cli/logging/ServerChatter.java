package org.partita.cli.logging;

import java.util.Map;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Drops what two loggers of the server say below a level; the server sets their levels itself, over the file's. */
public final class ServerChatter implements Filter {
    private static final Map<String, Level> LOWEST =
            Map.of("PayaraMicro", Level.WARNING, "jakarta.enterprise.web", Level.WARNING);

    @Override
    public boolean isLoggable(LogRecord logged) {
        String logger = logged.getLoggerName();
        Level lowest = logger == null ? Level.ALL : LOWEST.getOrDefault(logger, Level.ALL);
        return logged.getLevel().intValue() >= lowest.intValue();
    }
}
