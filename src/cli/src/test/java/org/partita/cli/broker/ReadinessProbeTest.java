package org.partita.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ReadinessProbeTest {
    @Test
    void checkThatIsUpIsReady() {
        Readiness readiness = ReadinessProbe.interpret("""
                {"status":"UP","checks":[{"name":"other","status":"UP"},{"name":"partita-broker","status":"UP"}]}""");

        assertThat(readiness).isEqualTo(new Readiness.Ready());
    }

    @Test
    void checkThatIsDownIsStarting() {
        Readiness readiness = ReadinessProbe.interpret("""
                {"checks":[{"name":"partita-broker","status":"DOWN","data":{"state":"starting"}}]}""");

        assertThat(readiness).isEqualTo(new Readiness.Starting());
    }

    @Test
    void stateFailedCarriesItsCause() {
        Readiness readiness = ReadinessProbe.interpret("""
                {"checks":[{"data":{"cause":"data directory \\"d\\" is locked","state":"failed"},
                 "name":"partita-broker","status":"DOWN"}]}""");

        assertThat(readiness).isEqualTo(new Readiness.Failed("data directory \"d\" is locked"));
    }

    @Test
    void healthWithoutTheCheckOrNoHealthAtAllIsAbsent() {
        assertThat(ReadinessProbe.interpret("{\"status\":\"UP\",\"checks\":[]}")).isEqualTo(new Readiness.Absent());
        assertThat(ReadinessProbe.interpret("<html>")).isEqualTo(new Readiness.Absent());
        assertThat(ReadinessProbe.interpret("")).isEqualTo(new Readiness.Absent());
    }

    @Test
    void answerWithStatus503IsRead() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/health/ready", exchange -> {
            byte[] body = "{\"checks\":[{\"name\":\"partita-broker\",\"status\":\"DOWN\"}]}"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();

        Readiness readiness = new ReadinessProbe("127.0.0.1:" + server.getAddress().getPort()).read();
        server.stop(0);

        assertThat(readiness).isEqualTo(new Readiness.Starting());
    }

    @Test
    void portThatNobodyListensOnIsAbsent() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }

        Readiness readiness = new ReadinessProbe("127.0.0.1:" + port).read();

        assertThat(readiness).isEqualTo(new Readiness.Absent());
    }
}
