package org.partita.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class ServerChatterTest {
    private static final String ANSWERS = "org.glassfish.jersey.server.ServerRuntime$Responder";
    private static final String REQUESTS = "org.glassfish.grizzly.http.HttpServerFilter";
    private static final Throwable GONE = new UncheckedIOException(new IOException("Connection is closed"));
    private static final Throwable BUG = new IllegalStateException("a bug", new NullPointerException());

    @Test
    void clientsThatHaveGoneOrSpeakNoHttpAreNoNews() {
        assertThat(isLogged(ANSWERS, Level.SEVERE, GONE)).isFalse();
        assertThat(isLogged(REQUESTS, Level.SEVERE, null)).isFalse();
        assertThat(isLogged(REQUESTS, Level.SEVERE, GONE)).isFalse();
    }

    @Test
    void otherErrorsAre() {
        assertThat(isLogged(ANSWERS, Level.SEVERE, BUG)).isTrue();
        assertThat(isLogged(ANSWERS, Level.SEVERE, null)).isTrue();
        assertThat(isLogged(REQUESTS, Level.SEVERE, BUG)).isTrue();
        assertThat(isLogged("org.partita.web.problem.FailureLog", Level.SEVERE, GONE)).isTrue();
        assertThat(isLogged(null, Level.FINE, GONE)).isTrue();
    }

    @Test
    void talkativeLoggersAreHeardFromWarningsOn() {
        assertThat(isLogged("PayaraMicro", Level.INFO, null)).isFalse();
        assertThat(isLogged("PayaraMicro", Level.WARNING, null)).isTrue();
    }

    @Test
    void causesThatGoRoundEnd() {
        Exception first = new Exception("first");
        first.initCause(new Exception("second", first));

        assertThat(isLogged(ANSWERS, Level.SEVERE, first)).isTrue();
    }

    private static boolean isLogged(String logger, Level level, Throwable thrown) {
        LogRecord logged = new LogRecord(level, "text");
        logged.setLoggerName(logger);
        logged.setThrown(thrown);
        return new ServerChatter().isLoggable(logged);
    }
}
