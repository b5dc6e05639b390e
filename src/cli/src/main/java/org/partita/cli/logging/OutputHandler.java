package org.partita.cli.logging;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.StreamHandler;

/** Writes log records to standard output at once; standard error is left to the cause of a failed start. */
public final class OutputHandler extends StreamHandler {
    public OutputHandler() {
        super(System.out, new LineFormatter());
        setLevel(Level.ALL);
        setFilter(new ServerChatter());
    }

    @Override
    public synchronized void publish(LogRecord logged) {
        super.publish(logged);
        flush();
    }

    /** Standard output is not ours to close. */
    @Override
    public synchronized void close() {
        flush();
    }
}
