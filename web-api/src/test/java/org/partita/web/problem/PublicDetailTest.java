package org.partita.web.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.core.replication.LeaderUnavailableException;
import org.partita.storage.DiskFullException;

class PublicDetailTest {
    @ParameterizedTest
    @ValueSource(strings = {"no space left on the disk of /var/lib/my data for 5 bytes", "IOException: broken",
        "(/data)", "in /v2/x", "C:\\data", "org.partita.store.Disk failed", "AccessDeniedException: x"})
    void textThatShowsTheInsideIsReplaced(String text) {
        assertThat(PublicDetail.of(text, "otherwise")).isEqualTo("otherwise");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Create it with POST /v1/topics {\"name\":\"a\"}.",
        "Partition orders/7 is offline: its "
        + "files are missing.", "see /health/ready and /openapi", "send text/plain or text/*",
        "Try again a little later.",
        "its disk failed (9e795f63/0: cannot be read)"})
    void otherTextStays(String text) {
        assertThat(PublicDetail.of(text, "otherwise")).isEqualTo(text);
    }

    @Test
    void fullDiskAndOfflinePartitionShowNoPath() {
        Problem full = Problems.of(new DiskFullException("seg 1: no space left on the disk of /srv/q", null));
        Problem offline = Problems.of(new LeaderUnavailableException("Partition a/0 is offline: its disk failed "
            + "(NoSuchFileException: /srv/q/1.log). Its other partitions are served."));

        assertThat(full.detail()).contains("Free space").doesNotContain("/srv");
        assertThat(offline.detail()).contains("log").doesNotContain("/srv", "Exception");
    }
}
