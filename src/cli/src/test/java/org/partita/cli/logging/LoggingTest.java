package org.partita.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

final class LoggingTest {
    @Test
    void recordIsOneLineWithTimeLevelAndLogger() {
        LogRecord logged = logged(Level.INFO, "org.partita.store", "opened\n  /data");
        logged.setInstant(Instant.EPOCH);

        String line = new LineFormatter().format(logged);

        assertThat(line.lines()).singleElement().asString().startsWith("19")
                .endsWith(" INFO org.partita.store opened | /data");
    }

    @Test
    void stackTraceFollowsItsLine() {
        LogRecord logged = logged(Level.SEVERE, "org.partita.store", "lost");
        logged.setThrown(new IllegalStateException("why"));

        String text = new LineFormatter().format(logged);

        assertThat(text.lines().skip(1).findFirst()).hasValue("java.lang.IllegalStateException: why");
    }

    @Test
    void onlyChatterOfTheServerIsDropped() {
        ServerChatter filter = new ServerChatter();

        assertThat(filter.isLoggable(logged(Level.INFO, "PayaraMicro", "STOPPED"))).isFalse();
        assertThat(filter.isLoggable(logged(Level.INFO, "jakarta.enterprise.web", "Loading"))).isFalse();
        assertThat(filter.isLoggable(logged(Level.WARNING, "jakarta.enterprise.web", "Broken"))).isTrue();
        assertThat(filter.isLoggable(logged(Level.FINE, "org.partita.store", "detail"))).isTrue();
    }

    private static LogRecord logged(Level level, String logger, String message) {
        LogRecord logged = new LogRecord(level, message);
        logged.setLoggerName(logger);
        return logged;
    }
}
