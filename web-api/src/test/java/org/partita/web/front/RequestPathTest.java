package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestPathTest {
    @ParameterizedTest
    @CsvSource({"/health,true,false", "/health/ready,true,false", "/metrics,true,false", "/openapi/,true,false",
        "/healthy,false,false", "/v1,false,true", "/v1/topics,false,true", "/v1;x,false,true", "/v1x,false,false",
        "/,false,false", "/health;x,false,false",
        "/metrics/../v1/topics,false,false", "/metrics/..;x/v1/topics,false,false",
        "/metrics/%2e%2e/v1/topics,false,false", "/health/ready/,true,false", "/metrics/a.b,true,false"})
    void knowsWhoseAPathIs(String raw, boolean servers, boolean api) {
        RequestPath path = new RequestPath(raw);

        assertThat(path.isServers()).isEqualTo(servers);
        assertThat(path.isApi()).isEqualTo(api);
    }

    @Test
    void contextRootIsNoPartOfIt() {
        assertThat(RequestPath.of("/partita/v1/topics", "/partita").isApi()).isTrue();
        assertThat(RequestPath.of("/v1/topics", "").isApi()).isTrue();
    }

    @Test
    void matrixParametersAreRefusedWithTheirField() {
        assertThat(new RequestPath("/v1/topics;x=1").refusal()).get()
            .satisfies(problem -> assertThat(problem.members()).containsEntry("field", "path"));
        assertThat(new RequestPath("/v1/topics").refusal()).isEmpty();
    }
}
