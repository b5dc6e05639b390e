package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EntranceTest {
    private final AtomicBoolean ending = new AtomicBoolean();
    private final HttpServer server = new HttpServer();

    @BeforeEach
    void start() throws IOException {
        server.addListener(new NetworkListener("test", "127.0.0.1", 0));
        server.getServerConfiguration().addHttpHandler(new Entrance(new HttpHandler() {
            @Override
            public void service(Request request, Response response) throws IOException {
                response.getWriter().write("served");
            }
        }, ending::get));
        server.start();
    }

    @AfterEach
    void stop() {
        server.shutdownNow();
    }

    @Test
    void malformedPathIsRefusedUnderTheClientsId() throws IOException {
        assertThat(get("/v1/topics/%zz")).startsWith("HTTP/1.1 400").contains("X-Request-Id: r-1",
            "application/problem+json", "\"code\":\"invalid-request\"", "\"requestId\":\"r-1\"");
    }

    @Test
    void goodPathIsServed() throws IOException {
        assertThat(get("/v1/topics/%61")).startsWith("HTTP/1.1 200").endsWith("served");
    }

    @Test
    void endingServerRefusesAllButItsHealth() throws IOException {
        ending.set(true);

        assertThat(get("/v1/topics")).startsWith("HTTP/1.1 503").contains("Retry-After: 1",
            "\"code\":\"leader-unavailable\"");
        assertThat(get("/health/live")).startsWith("HTTP/1.1 200");
    }

    private String get(String path) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.getListener("test").getPort())) {
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: r-1\r\n"
                + "Connection: close\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
