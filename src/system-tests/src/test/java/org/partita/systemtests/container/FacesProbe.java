package org.partita.systemtests.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URL;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.partita.systemtests.harness.BrokerClient;

/**
 * The faces of an application in a server, asked from outside. A class of its own because the test that uses it is
 * loaded inside the server too, where the harness is not.
 */
final class FacesProbe {
    private static final Duration SERVES_WITHIN = Duration.ofSeconds(60);

    private FacesProbe() {
    }

    /** @param address of the application; its host is what the server calls itself, its port is right */
    static void check(URL address) {
        String server = "http://127.0.0.1:" + address.getPort();
        BrokerClient application = new BrokerClient(URI.create(server + address.getPath().replaceFirst("/$", "")));
        BrokerClient operations = new BrokerClient(URI.create(server));
        Awaitility.await("application").atMost(SERVES_WITHIN).until(() -> application.get("/v1/topics").status() == 200);

        application.createTopic("inside", 1);
        application.publish("inside", "{\"key\":\"a\",\"payload\":{\"n\":1}}");

        assertThat(application.readAll("inside", 0).get(0).payloadText()).isEqualTo("{\"n\":1}");
        assertThat(operations.get("/metrics").expect(200).text()).contains("partita");
        assertThat(operations.get("/health").expect(200).json().member("status").string()).isEqualTo("UP");
    }
}
