package org.partita.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.partita.storage.DirectoryUnavailableException;

class FailureCauseTest {
    @Test
    void ourOwnFailureIsFoundBelowTheContainersWrapping() {
        Throwable failure = new IllegalStateException("pool failed",
            new RuntimeException("error in allocating a connection",
                new DirectoryUnavailableException("data directory data is locked by another broker")));

        assertThat(FailureCause.of(failure)).isEqualTo("data directory data is locked by another broker");
    }

    @Test
    void withoutOneOfOursTheDeepestMessageIsGiven() {
        Throwable failure = new IllegalStateException("outer", new IllegalArgumentException("inner"));

        assertThat(FailureCause.of(failure)).isEqualTo("inner");
    }

    @Test
    void theCauseIsAlwaysOneLine() {
        assertThat(FailureCause.of(new IllegalStateException("first\n  second\r\nthird")))
            .isEqualTo("first second third");
        assertThat(FailureCause.of(new NullPointerException())).isEqualTo("NullPointerException");
    }

    @Test
    void aCycleOfCausesEnds() {
        Exception inner = new Exception("inner");
        Exception outer = new Exception("outer", inner);
        inner.initCause(outer);

        assertThat(FailureCause.of(outer)).isEqualTo("inner");
    }
}
