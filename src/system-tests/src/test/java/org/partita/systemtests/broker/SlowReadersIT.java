package org.partita.systemtests.broker;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.systemtests.harness.BrokerClient.JSON;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.partita.systemtests.harness.Answer;
import org.partita.systemtests.harness.BrokerClient;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.SharedBroker;

/** Clients that ask for a lot and read nothing of it. */
@ExtendWith(SharedBroker.class)
class SlowReadersIT {
    private static final int READERS = 8;
    private static final int RECEIVE_BUFFER_BYTES = 8192;
    private static final String TOPIC = "slow-readers";

    private final List<Socket> readers = new ArrayList<>();

    @AfterEach
    void disconnect() throws IOException {
        for (Socket reader : readers) reader.close();
    }

    @Test
    void readersThatReadNothingHoldUpNoPublish(BrokerProcess broker) throws IOException {
        BrokerClient client = broker.client();
        client.createTopic(TOPIC, 1);
        String payload = "{\"payload\":\"" + "x".repeat(1_000_000) + "\"}";
        for (int i = 0; i < 2; i++) client.publishBatch(TOPIC, Collections.nCopies(8, payload));
        for (int i = 0; i < READERS; i++) readers.add(readerThatReadsNothing(broker.httpPort()));
        for (Socket reader : readers) awaitBegin(reader);

        Answer answer = client.post("/v1/topics/" + TOPIC + "/messages?timeoutMs=5000", JSON, "{\"payload\":1}");

        answer.expect(201);
    }

    private static Socket readerThatReadsNothing(int httpPort) throws IOException {
        Socket reader = new Socket();
        reader.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        reader.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), httpPort));
        reader.getOutputStream().write(("GET /v1/topics/" + TOPIC + "/partitions/0/messages?offset=0&maxBytes=16777216"
            + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII));
        return reader;
    }

    /** One byte of the answer is there, so the broker is writing the rest, or has refused the request. */
    private static void awaitBegin(Socket reader) throws IOException {
        reader.setSoTimeout(20_000);
        assertThat(reader.getInputStream().read()).isEqualTo('H');
    }
}
