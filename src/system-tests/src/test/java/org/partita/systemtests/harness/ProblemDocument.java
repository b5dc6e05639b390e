package org.partita.systemtests.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;

/** The rules of every problem document. */
final class ProblemDocument {
    private ProblemDocument() {
    }

    /** @param requestId as the answer's header has it */
    static JsonText check(String text, int status, String code, Optional<String> requestId) {
        JsonText problem = JsonText.of(text);
        assertThat(problem.member("code").string()).as(text).isEqualTo(code);
        assertThat(problem.member("type").string()).isEqualTo("urn:partita:error:" + code);
        assertThat(problem.member("status").integer()).isEqualTo(status);
        assertThat(problem.member("title").string()).isNotBlank();
        assertThat(problem.member("detail").string()).isNotBlank();
        assertThat(requestId).as(text).contains(problem.member("requestId").string());
        assertThat(text).doesNotContain("org.partita", "java.lang", "jakarta.", "Exception", "\tat ",
            Distribution.workDirectory() + "/", Path.of(System.getProperty("java.io.tmpdir")) + "/");
        return problem;
    }
}
