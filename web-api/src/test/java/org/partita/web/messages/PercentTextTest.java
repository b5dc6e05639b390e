package org.partita.web.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.record.Bytes;
import org.partita.web.problem.ProblemException;

class PercentTextTest {
    @Test
    void utf8IsDecodedAndAPlusIsASpaceInAQueryOnly() {
        assertThat(PercentText.decode("a+b%2B%e2%82%AC", "f")).isEqualTo(Bytes.utf8("a+b+€"));
        assertThat(PercentText.decodeQuery("a+b%2B", "f")).isEqualTo(Bytes.utf8("a b+"));
        assertThat(PercentText.decode("", "f")).isEqualTo(Bytes.EMPTY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "a%2", "%2x", "%g0", "%ff", "%ed%a0%80", "ü", "%\uff11\uff11", "\u007f", "a\nb"})
    void whatIsNoPercentEncodedUtf8IsRefusedByName(String encoded) {
        assertThatThrownBy(() -> PercentText.decode(encoded, "key")).isInstanceOf(ProblemException.class)
            .hasMessageContaining("'key'");
    }
}
