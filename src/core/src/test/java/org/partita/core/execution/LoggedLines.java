package org.partita.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What one class logs while this is open. */
public final class LoggedLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final SimpleFormatter formatter = new SimpleFormatter();
    private final List<LogRecord> records = new ArrayList<>();

    public LoggedLines(Class<?> logging) {
        this.logger = Logger.getLogger(logging.getName());
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
    }

    @Override
    public void publish(LogRecord each) {
        records.add(each);
    }

    /** Those of this level, without their stack traces. */
    public List<String> at(Level level) {
        return records.stream().filter(each -> each.getLevel().equals(level)).map(formatter::formatMessage).toList();
    }

    public boolean anyStackTrace() {
        return records.stream().anyMatch(each -> each.getThrown() != null);
    }

    @Override
    public void flush() {
        // Nothing is held back.
    }

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }
}
