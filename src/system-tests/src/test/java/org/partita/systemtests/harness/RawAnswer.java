package org.partita.systemtests.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

/** An answer as it came over the wire. */
public final class RawAnswer {
    private final String head;
    private final byte[] body;

    RawAnswer(String head, byte[] body) {
        this.head = head;
        this.body = body;
    }

    public String statusLine() {
        return head.substring(0, head.indexOf("\r\n"));
    }

    public int status() {
        return Integer.parseInt(statusLine().split(" ")[1]);
    }

    public Optional<String> header(String name) {
        return head.lines().skip(1).filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
            .map(line -> line.substring(name.length() + 1).strip()).findFirst();
    }

    public String text() {
        return new String(body, UTF_8);
    }

    public JsonText json() {
        return JsonText.of(text());
    }

    public RawAnswer expect(int status) {
        assertThat(status()).as("%s%s", head, text()).isEqualTo(status);
        return this;
    }

    /** Fails unless this is a problem with this status and code, complete and free of internals. */
    public JsonText expectProblem(int status, String code) {
        expect(status);
        assertThat(header("Content-Type")).as(head).contains("application/problem+json");
        return ProblemDocument.check(text(), status, code, header("X-Request-Id"));
    }
}
