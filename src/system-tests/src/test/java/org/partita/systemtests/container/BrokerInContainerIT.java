package org.partita.systemtests.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.ejb.EJB;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.partita.broker.BrokerHost;
import org.partita.broker.BrokerState;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.Broker;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.record.Bytes;
import org.partita.systemtests.harness.Distribution;

/** Resource adapter, EJBs and faces together in one Payara Micro. */
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BrokerInContainerIT {
    private static final int MESSAGES = 300;

    @EJB
    private BrokerHost host;

    @ArquillianResource
    private URL address;

    @Deployment
    static WebArchive application() {
        Distribution.clear("container-data");
        return ShrinkWrap.createFromZipFile(WebArchive.class, Distribution.webArchive().toFile());
    }

    @Test
    @Order(1)
    @RunAsClient
    void facesServeWhatWasPublished() {
        FacesProbe.check(address);
    }

    @Test
    @Order(2)
    void hostIsReady() {
        assertInstanceOf(BrokerState.Ready.class, host.state());
    }

    @Test
    @Order(3)
    void storeHandleIsTakenOnceHoweverManyMessagesArePublished() throws Exception {
        Broker broker = ((BrokerState.Ready) host.state()).broker();
        broker.createTopic(new NewTopic("handles", 3, 1, Map.of())).toCompletableFuture()
            .get(10, TimeUnit.SECONDS);

        for (int i = 0; i < MESSAGES; i++) {
            List<PublishOutcome> outcomes = broker.publish(request(i)).toCompletableFuture().get(10, TimeUnit.SECONDS);
            assertInstanceOf(PublishOutcome.Stored.class, outcomes.get(0));
        }

        assertTrue(broker.statistics().messagesIn() >= MESSAGES);
        assertTrue(broker.statistics().store().appends() >= MESSAGES);
        assertEquals(1, broker.statistics().store().connections());
    }

    private static PublishRequest request(int number) {
        Bytes value = Bytes.of(("message " + number).getBytes(UTF_8));
        OutboundMessage message = new OutboundMessage(Bytes.NULL, value, List.of(), OutboundMessage.ANY_PARTITION,
            OutboundMessage.NOW);
        return new PublishRequest("handles", List.of(message), AckPolicy.QUORUM, 10_000);
    }
}
