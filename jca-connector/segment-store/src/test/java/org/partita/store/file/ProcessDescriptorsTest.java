package org.partita.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProcessDescriptorsTest {
    @Test
    void boundIsHalfOfWhatIsFreeWithinReason() {
        assertThat(ProcessDescriptors.half(256, 56)).isEqualTo(100);
        assertThat(ProcessDescriptors.half(64, 60)).isEqualTo(2);
        assertThat(ProcessDescriptors.half(64, 70)).isZero();
        assertThat(ProcessDescriptors.half(Long.MAX_VALUE, 10)).isEqualTo(10_000);
    }

    @Test
    void boundOfThisProcessIsBelowItsLimit() {
        assertThat(OpenFiles.shareOfThisProcess(1).limit()).isBetween(16, 10_000);
        assertThat(OpenFiles.shareOfThisProcess(1_000_000).limit()).isEqualTo(16);
    }
}
