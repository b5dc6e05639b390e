package org.partita.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** What nobody foresaw is told of, and does not fill the log. */
class UnforeseenFailuresTest {
    private long nowNanos;
    private final UnforeseenFailures failures = new UnforeseenFailures(() -> nowNanos);

    @Test
    void eachKindIsNewsOnceAMinute() {
        RuntimeException one = new IllegalStateException("one");
        RuntimeException other = new IllegalStateException("other");

        assertThat(failures.isNews(one)).isTrue();
        assertThat(failures.isNews(one)).isFalse();
        assertThat(failures.isNews(other)).isTrue();
        nowNanos += TimeUnit.MINUTES.toNanos(1);
        assertThat(failures.isNews(one)).isTrue();
    }

    @Test
    void manyKindsAreBounded() {
        int news = 0;
        for (int line = 0; line < 1_000; line++) {
            RuntimeException failure = new IllegalStateException("failure");
            failure.setStackTrace(new StackTraceElement[] {new StackTraceElement("Some", "method", "Some.java", line)});
            if (failures.isNews(failure)) news++;
        }

        assertThat(news).isEqualTo(65);
    }

    @Test
    void aFailureThatBecomesTheErrorOfAPartitionIsLogged() {
        List<LogRecord> lines = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line);
            }

            @Override
            public void flush() {
                // Nothing is kept back.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
        Logger logger = Logger.getLogger(ErrorCodes.class.getName());
        logger.addHandler(handler);
        RuntimeException failure = new IllegalStateException("on purpose");
        try {
            assertThat(ErrorCodes.of(failure)).isEqualTo(Errors.UNKNOWN_SERVER_ERROR);
        } finally {
            logger.removeHandler(handler);
        }

        assertThat(lines).extracting(LogRecord::getThrown).containsExactly(failure);
    }
}
