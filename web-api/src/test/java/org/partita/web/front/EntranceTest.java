package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http.io.NIOOutputStream;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.nio.NIOConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.http.ClientConnection;

class EntranceTest {
    private final AtomicBoolean ending = new AtomicBoolean();
    private final HttpServer server = new HttpServer();
    private final CompletableFuture<Integer> heldBytes = new CompletableFuture<>();
    private final AtomicBoolean leaving = new AtomicBoolean();
    private final CompletableFuture<Boolean> departed = new CompletableFuture<>();
    private final CompletableFuture<Boolean> open = new CompletableFuture<>();

    @BeforeEach
    void start() throws IOException {
        server.addListener(new NetworkListener("test", "127.0.0.1", 0));
        server.getServerConfiguration().setPassTraceRequest(true);
        server.getServerConfiguration().addHttpHandler(new Entrance(new HttpHandler() {
            @Override
            public void service(Request request, Response response) throws IOException {
                if (request.getAttribute(Departure.ATTRIBUTE) instanceof Departure departure) {
                    departure.afterwards(() -> departed.complete(leaving.get()));
                }
                if (request.getRequestURI().equals("/endless")) writeWhileReady(request, response);
                else if (request.getRequestURI().equals("/broken")) breakWhenFull(request, response);
                else response.getWriter().write("served " + request.getMethod());
                leaving.set(true);
            }
        }, "/queue", ending::get));
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
        assertThat(get("/v1/topics/%61")).startsWith("HTTP/1.1 200").endsWith("served GET");
    }

    @Test
    void requestMayGoOnWhenTheContainerHasLeftIt() throws Exception {
        get("/v1/topics");

        assertThat(departed.get(30, TimeUnit.SECONDS)).as("behind all that the container does").isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"?key=%", "?a=1&%zz=2", "?%2"})
    void malformedQueryIsRefused(String query) throws IOException {
        assertThat(get("/v1/topics" + query)).startsWith("HTTP/1.1 400").contains("\"field\":\"query\"");
        assertThat(get("/v1/topics?key=%25&b=%C3%A4")).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/topics", "/health/ready", "/metrics", "/openapi", "/nothing"})
    void endingServerRefusesEverything(String path) throws IOException {
        ending.set(true);

        assertThat(get(path)).startsWith("HTTP/1.1 503").contains("Retry-After: 1",
            "\"code\":\"leader-unavailable\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ":80"})
    void emptyHostIsRefused(String host) throws IOException {
        assertThat(raw("GET /v1/topics HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
            .startsWith("HTTP/1.1 403").contains("\"code\":\"forbidden\"");
    }

    @Test
    void emptyHostInTheRequestLineIsRefusedAndAnyOtherIsNot() throws IOException {
        String headers = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

        assertThat(raw("GET http:///v1/topics" + headers)).startsWith("HTTP/1.1 403");
        assertThat(raw("GET http://localhost/v1/topics" + headers)).startsWith("HTTP/1.1 200");
        assertThat(raw("GET /v1/topics HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void pagesOfTheServerAreOnlyRead() throws IOException {
        assertThat(exchange("PROPFIND /health/ready HTTP/1.1", "Connection: close", "")).startsWith("HTTP/1.1 405")
            .contains("Allow: GET, HEAD, OPTIONS", "\"code\":\"method-not-allowed\"");
        assertThat(exchange("PROPFIND /v1/topics HTTP/1.1", "Connection: close", "")).startsWith("HTTP/1.1 200");
        assertThat(get("/health/ready")).startsWith("HTTP/1.1 200");
    }

    /** What the server makes of them is that they begin the method. */
    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\n", "\r\n\r\n\r\n"})
    void emptyLinesBeforeARequestArePassedOver(String lines) throws IOException {
        String request = "GET /v1/topics HTTP/1.1\r\nHost: localhost\r\n";

        String answers = raw(lines + request + "\r\n" + lines + request + "Connection: close\r\n\r\n");

        assertThat(answers).startsWith("HTTP/1.1 200").endsWith("served GET").contains("served GET" + "HTTP/1.1 200");
        assertThat(raw(lines + "PROPFIND /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
            .startsWith("HTTP/1.1 405");
    }

    @Test
    void asManyEmptyLinesAsAHeadMayHaveArePassedOver() throws IOException {
        String request = "GET /v1/topics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

        assertThat(raw("\r\n".repeat(3_000) + request)).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @CsvSource({"/queue/v1/topics, 200", "/queue/v1, 200", "/v1/topics, 405", "/health, 405", "/queue/page, 405",
        "/queue/v1/%zz, 400"})
    void traceIsLeftToTheApiAndItsConnectionIsClosed(String path, int status) throws IOException {
        String request = "TRACE " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 18\r\n\r\n";

        assertThat(raw(request + "GET / HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 " + status)
            .contains("Connection: close").containsOnlyOnce("HTTP/1.1 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:80", "/v1/topics", "example.org:443"})
    void connectIsRefusedWithAnAnswer(String target) throws IOException {
        assertThat(raw("CONNECT " + target + " HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: r-1\r\n\r\n"))
            .startsWith("HTTP/1.1 405").contains("Content-Length: ", "Connection: close", "\"requestId\":\"r-1\"",
                "\"code\":\"method-not-allowed\"");
    }

    @Test
    void littleIsHeldForAClientThatDoesNotRead() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.getListener("test").getPort())) {
            socket.getOutputStream().write("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n"
                .getBytes(StandardCharsets.ISO_8859_1));

            assertThat(heldBytes.get(10, TimeUnit.SECONDS)).isBetween(64 << 10, 128 << 10);
        }
    }

    @Test
    void applicationCanBreakTheConnectionOfAClientThatDoesNotRead() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.getListener("test").getPort())) {
            socket.getOutputStream().write("GET /broken HTTP/1.1\r\nHost: localhost\r\n\r\n"
                .getBytes(StandardCharsets.ISO_8859_1));

            assertThat(open.get(10, TimeUnit.SECONDS)).isFalse();
        }
    }

    private void breakWhenFull(Request request, Response response) throws IOException {
        writeWhileReady(request, response);
        Connection<?> connection = request.getContext().getConnection();
        ((ClientConnection) request.getAttribute(ClientConnection.ATTRIBUTE)).abort();
        open.complete(connection.isOpen());
    }

    private void writeWhileReady(Request request, Response response) throws IOException {
        NIOOutputStream out = response.getNIOOutputStream();
        byte[] step = new byte[8 << 10];
        response.suspend();
        while (out.canWrite()) {
            out.write(step);
            out.flush();
        }
        NIOConnection connection = (NIOConnection) request.getContext().getConnection();
        heldBytes.complete(connection.getAsyncWriteQueue().spaceInBytes());
    }

    private String get(String path) throws IOException {
        return exchange("GET " + path + " HTTP/1.1", "Connection: close", "");
    }

    private String exchange(String line, String header, String body) throws IOException {
        return raw(line + "\r\nHost: localhost\r\nX-Request-Id: r-1\r\n" + header + "\r\n\r\n" + body);
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.getListener("test").getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
