package org.partita.web.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import jakarta.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.testing.HttpFace;

/** Pages of topics while topics come and go, and names that are meant to lead somewhere else. */
class TopicPagesTest {
    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void create() {
        for (String name : List.of("b", "d", "f", "h")) create(name);
    }

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void topicThatIsThereAllTheTimeIsListedOnceWhateverComesAndGoes() {
        JsonObject first = page("limit=2");
        create("a");
        create("e");
        delete("b");
        delete("d");

        JsonObject second = page("limit=2&cursor=" + first.getString("nextCursor"));
        delete("f");
        JsonObject third = page("limit=2&cursor=" + second.getString("nextCursor"));

        assertThat(names(first)).containsExactly("b", "d");
        assertThat(names(second)).containsExactly("e", "f");
        assertThat(names(third)).containsExactly("h");
        assertThat(third.isNull("nextCursor")).isTrue();
    }

    @Test
    void pageBehindTheLastTopicIsEmptyAndTheLast() {
        JsonObject first = page("limit=2");
        delete("f");
        delete("h");

        JsonObject rest = page("limit=2&cursor=" + first.getString("nextCursor"));

        assertThat(names(rest)).isEmpty();
        assertThat(rest.isNull("nextCursor")).isTrue();
    }

    @Test
    void fullPageThatIsTheLastHasNoCursor() {
        JsonObject all = page("limit=4");

        assertThat(names(all)).containsExactly("b", "d", "f", "h");
        assertThat(all.isNull("nextCursor")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%20b", "a+b", "%C3%BC", "%2e%2e", "%2E", "__b", "b%0A", "b%22"})
    void b154NameThatIsNoneIsRefusedAndTouchesNoOtherTopic(String name) {
        for (String method : List.of("GET", "DELETE")) {
            HttpResponse<String> answer = face.send(face.request("/v1/topics/" + name)
                .method(method, BodyPublishers.noBody()));

            assertThat(answer.statusCode()).as(method + " " + answer.body()).isIn(400, 404);
        }
        assertThat(names(page("limit=10"))).containsExactly("b", "d", "f", "h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%252Fb", "b%2520"})
    void b154NameIsDecodedOnceOnly(String name) {
        problem(face.get("/v1/topics/" + name), 400, "invalid-name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AAAA", "*", "Lg", "_w", "Yg==", "Yh"})
    void cursorThatWasNotGivenOutIsRefused(String cursor) {
        problem(face.get("/v1/topics?cursor=" + cursor), 400, "invalid-request");
    }

    private JsonObject page(String query) {
        return json(face.get("/v1/topics?" + query));
    }

    private static List<String> names(JsonObject page) {
        List<String> names = new ArrayList<>();
        page.getJsonArray("topics").forEach(topic -> names.add(topic.asJsonObject().getString("name")));
        return names;
    }

    private void create(String name) {
        assertThat(face.post("/v1/topics", "{\"name\":\"" + name + "\",\"partitions\":1}").statusCode()).isEqualTo(201);
    }

    private void delete(String name) {
        assertThat(face.send(face.request("/v1/topics/" + name).DELETE()).statusCode()).isEqualTo(204);
    }
}
