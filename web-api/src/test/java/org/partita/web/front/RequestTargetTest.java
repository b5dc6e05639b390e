package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {
    @ParameterizedTest
    @ValueSource(strings = {"/", "*", "/v1/topics/a.b_c-d~", "/%61", "/a%2Fb", "/a/../b", "/a/b/../..",
        "/%C3%A4", "/ä", "/a//b", "/a;x", "/a:b@c!$&'()*+,="})
    void readablePathPasses(String path) {
        String bytes = new String(path.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);

        assertThat(new RequestTarget(bytes).fault()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/%zz,escape", "/%,escape", "/a%2,escape", "/%ff,UTF-8", "/%C3%28,UTF-8", "/%ED%A0%80,UTF-8",
        "/a%00,control", "/a%0Ab,control", "/a%7f,control", "/a%5Cb,backslash", "/..,root", "/a/../../b,root",
        "/%2e%2e/x,root", "/..%2f,root", "'',begin", "http,begin"})
    void unreadablePathIsSaidToBeSo(String path, String reason) {
        assertThat(new RequestTarget(path).fault()).get().asString().contains(reason);
    }
}
