package org.partita.systemtests.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.Distribution;
import org.partita.systemtests.harness.FreePort;
import org.partita.systemtests.harness.PayaraDomain;
import org.partita.systemtests.harness.Position;
import org.partita.systemtests.harness.StoredMessage;

/** One life of the application on one domain; the steps build on each other because a domain is dear. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EarDeploymentIT {
    private static final List<String> DIRECTORIES = List.of("data", "more-data");
    private static final int WIRE_PORT = FreePort.next();
    private static final String CONTEXT_ROOT = "/partita";
    private static final Duration READY_WITHIN = Duration.ofSeconds(90);

    @TempDir
    private static Path directory;
    private static PayaraDomain domain;
    private static boolean served;
    private static ApplicationTraces left;

    @BeforeAll
    static void startDomain() {
        domain = PayaraDomain.create(directory.resolve("domains"));
        domain.start();
        domain.run("create-system-properties", "partita.data=" + DIRECTORIES.stream()
            .map(name -> directory.resolve(name).toString()).collect(Collectors.joining(","))
            + ":partita.wire.port=" + WIRE_PORT);
    }

    @AfterAll
    static void stopDomain() {
        if (domain != null) domain.close();
    }

    @Test
    @Order(1)
    void deployedApplicationStoresAndServes() {
        deploy();

        client().createTopic("orders", 3);
        Position first = client().publish("orders", "{\"key\":\"customer-4821\",\"payload\":{\"n\":1}}");

        assertThat(kafkaTopics()).containsExactly("orders");
        assertThat(client().read("orders", first).payloadText()).isEqualTo("{\"n\":1}");
        assertThat(DIRECTORIES).allSatisfy(data -> assertThat(directory.resolve(data)).isNotEmptyDirectory());
        served = true;
    }

    @Test
    @Order(2)
    void messagesSurviveARestartOfTheDomain() {
        assumeTrue(served, "nothing was deployed");

        domain.restart();
        awaitReady();

        Position second = client().publish("orders", "{\"key\":\"customer-4821\",\"payload\":{\"n\":2}}");

        assertThat(client().readAll("orders", second.partition())).extracting(StoredMessage::payloadText)
            .containsExactly("{\"n\":1}", "{\"n\":2}");
    }

    @Test
    @Order(3)
    void undeployedApplicationLeavesTheDataDirectoryToTheNext() {
        assumeTrue(served, "nothing was deployed");

        domain.run("undeploy", "partita");
        Answer gone = client().get("/v1/topics");
        left = ApplicationTraces.of(domain.pid());
        boolean listens = listens();

        deploy();
        Position third = client().publish("orders", "{\"key\":\"customer-4821\",\"payload\":{\"n\":3}}");

        assertThat(gone.status()).isEqualTo(404);
        assertThat(listens).isFalse();
        assertThat(left.threads()).isEmpty();
        assertThat(client().readAll("orders", third.partition())).extracting(StoredMessage::payloadText)
            .isEqualTo(List.of("{\"n\":1}", "{\"n\":2}", "{\"n\":3}"));
    }

    /** The server itself keeps class loaders of the first and of the last undeployment, also without a listener. */
    @Test
    @Order(4)
    void everyUndeploymentLeavesAsLittleAsTheOneBefore() {
        assumeTrue(left != null, "nothing was undeployed");

        domain.run("undeploy", "partita");
        ApplicationTraces second = ApplicationTraces.of(domain.pid());
        deploy();
        domain.run("undeploy", "partita");
        ApplicationTraces third = ApplicationTraces.of(domain.pid());
        deploy();

        assertThat(third.threads()).isEmpty();
        assertThat(third.eventPolls()).as("descriptors of event loops").isLessThanOrEqualTo(left.eventPolls());
        assertThat(third.classLoaders()).as("class loaders of the application")
            .isLessThanOrEqualTo(second.classLoaders());
        assertThat(kafkaTopics()).containsExactly("orders");
    }

    @Test
    @Order(5)
    void domainStopsCleanly() {
        assumeTrue(served, "nothing was deployed");

        domain.stop();

        assertThat(DIRECTORIES).allSatisfy(data ->
            assertThat(directory.resolve(data)).isDirectoryContaining("glob:**/clean"));
    }

    private static Set<String> kafkaTopics() {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            "127.0.0.1:" + WIRE_PORT))) {
            return admin.listTopics().names().toCompletionStage().toCompletableFuture().join();
        }
    }

    private static boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), WIRE_PORT)) {
            return socket.isConnected();
        } catch (ConnectException refused) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deploy() {
        domain.run("deploy", "--name", "partita", Distribution.ear().toString());
        awaitReady();
    }

    private static void awaitReady() {
        Awaitility.await("application").atMost(READY_WITHIN).pollInterval(Duration.ofMillis(200))
            .until(() -> client().get("/v1/topics").status() == 200);
    }

    private static BrokerClient client() {
        return domain.client(CONTEXT_ROOT);
    }
}
