package org.partita.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProcessDescriptorsTest {
    @Test
    void boundIsHalfOfWhatIsFreeWithinReason() {
        assertThat(ProcessDescriptors.half(256, 56)).isEqualTo(100);
        assertThat(ProcessDescriptors.half(64, 60)).isEqualTo(16);
        assertThat(ProcessDescriptors.half(Long.MAX_VALUE, 10)).isEqualTo(10_000);
    }

    @Test
    void boundOfThisProcessIsBelowItsLimit() {
        assertThat(OpenFiles.ofThisProcess().limit()).isBetween(16, 10_000);
    }
}
