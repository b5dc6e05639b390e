package org.partita.cli.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** One line per log record: time, level, logger, message. A stack trace follows on lines of its own. */
public final class LineFormatter extends Formatter {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT).withZone(ZoneId.systemDefault());

    @Override
    public String format(LogRecord logged) {
        String message = formatMessage(logged);
        String line = TIME.format(logged.getInstant()) + ' ' + logged.getLevel().getName() + ' '
                + logged.getLoggerName() + ' ' + (message == null ? "" : message.strip().replaceAll("\\R\\s*", " | "));
        if (logged.getThrown() == null) return line + System.lineSeparator();
        StringWriter trace = new StringWriter();
        logged.getThrown().printStackTrace(new PrintWriter(trace, true));
        return line + System.lineSeparator() + trace;
    }
}
