package org.partita.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.Test;

class ControlRecordTest {
    @Test
    void laterVersionsMayAddToTheKey() {
        assertThat(ControlRecord.of(withKey(Bytes.of(new byte[] {0, 2, 0, 9, 1, 1}))))
            .isEqualTo(new ControlRecord((short) 2, (short) 9));
    }

    @Test
    void keyThatIsNoMarkerIsRefused() {
        for (Bytes key : List.of(Bytes.NULL, Bytes.EMPTY, Bytes.of(new byte[] {0, 0, 0}))) {
            assertThatThrownBy(() -> ControlRecord.of(withKey(key))).isInstanceOf(InvalidBatchException.class)
                .hasMessageContaining("offset 7").hasMessageContaining(key.toString());
        }
        assertThatThrownBy(() -> ControlRecord.of(withKey(Bytes.of(new byte[] {-1, -1, 0, 1}))))
            .isInstanceOf(InvalidBatchException.class).hasMessageContaining("version -1");
    }

    @Test
    void transactionNeedsAProducer() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ProducerState(-1, (short) 0, 0, true));
        assertThatIllegalArgumentException().isThrownBy(() -> new ProducerState(-2, (short) 0, 0, false));
    }

    private static LogRecord withKey(Bytes key) {
        return new LogRecord(7, 0, key, Bytes.EMPTY, List.of());
    }
}
