package org.partita.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.partita.web.testing.Answers.json;
import static org.partita.web.testing.Answers.problem;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.swagger.v3.oas.models.responses.ApiResponse;
import jakarta.json.JsonObject;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.partita.web.openapi.OpenApiDocument.Described;
import org.partita.web.testing.HttpFace;

/** The document against a broker: what it answers and takes is described. */
class OpenApiAnswersTest {
    private static final String JSON = "application/json";
    private static final Pattern KNOWN = Pattern.compile("known (?:here )?are (.*)\\.$");

    private final OpenApiDocument document = OpenApiDocument.read();
    private final HttpFace face = HttpFace.started();

    @BeforeEach
    void publish() {
        face.post("/v1/topics", "{\"name\":\"orders\",\"partitions\":1}");
        face.post("/v1/topics/orders/messages", "{\"messages\":[{\"key\":\"k\",\"payload\":{\"any\":[1]}},"
            + "{\"keyBase64\":\"/w==\",\"payloadBase64\":\"/w==\","
            + "\"headerList\":[{\"name\":\"n\",\"valueBase64\":\"/w==\"}]},"
            + "{\"key\":\"k\",\"payload\":null,\"headers\":{\"h\":\"v\"}}]}");
    }

    @AfterEach
    void stop() {
        face.close();
    }

    @Test
    void queryParametersOfEveryOperationAreDescribedAndNoOthers() {
        SoftAssertions softly = new SoftAssertions();
        for (Described each : OpenApiDocument.notEmpty(document.operations())) {
            SortedSet<String> known = new TreeSet<>();
            for (String[] types : variants(each)) {
                HttpResponse<String> refused = send(each, path(each) + "?zzz=1", types[0], types[1], "{}");
                JsonObject problem = problem(refused, 400, "invalid-request");
                softly.assertThat(problem.getString("field")).as(each.name()).isEqualTo("zzz");
                known.addAll(named(problem));
            }

            softly.assertThat(document.parameters(each, "query")).as(each.name()).isEqualTo(known);
        }
        softly.assertAll();
    }

    @Test
    void membersOfEveryJsonBodyAreDescribed() {
        SoftAssertions softly = new SoftAssertions();
        for (Described each : document.operations()) {
            each.body().forEach((type, media) -> {
                if (!type.equals(JSON) && !type.equals("application/merge-patch+json")) return;
                JsonObject problem = problem(send(each, path(each), type, JSON, "{\"zzz\":1}"), 400, "invalid-request");

                softly.assertThat(named(problem)).as(each.name()).isNotEmpty();
                softly.assertThat(document.members(media.getSchema())).as(each.name()).containsAll(named(problem));
            });
        }
        softly.assertAll();
    }

    @Test
    void membersOfEveryAnswerInJsonAreDescribed() {
        SoftAssertions softly = new SoftAssertions();
        List<String> looked = new ArrayList<>();
        for (Described each : document.operations()) {
            if (!each.answerTypes().contains(JSON) || !each.method().equals("GET")) continue;
            String query = document.parameters(each, "query").contains("offset") ? "?offset=0" : "";
            HttpResponse<String> answer = send(each, path(each) + query, "", JSON, "");
            assertThat(answer.statusCode()).as(each.name() + answer.body()).isEqualTo(200);

            softly.assertThat(unknown(each, answer)).as(each.name()).isEmpty();
            looked.add(each.name());
        }
        softly.assertAll();
        assertThat(looked).contains("GET /v1/topics/{topic}", "GET /v1/cluster", "GET /v1/metadata",
            "GET /v1/topics/{topic}/partitions/{partition}/messages");
    }

    @Test
    void membersOfPublishAnswersAndProblemsAreDescribed() {
        Described publish = document.operations().stream()
            .filter(each -> each.name().equals("POST /v1/topics/{topic}/messages")).findFirst().orElseThrow();

        for (String body : List.of("{\"payload\":1}", "{\"messages\":[{\"payload\":1}]}")) {
            assertThat(unknown(publish, send(publish, path(publish), JSON, JSON, body))).isEmpty();
        }
        HttpResponse<String> incomplete = send(publish, path(publish), JSON, JSON,
            "{\"messages\":[{\"payload\":1},{\"payload\":1,\"partition\":7}]}");
        assertThat(document.unknownMembers(json(incomplete), document.schema("Problem"))).isEmpty();
        HttpResponse<String> outside = face.get("/v1/topics/orders/partitions/0/messages?offset=99");
        assertThat(document.unknownMembers(json(outside), document.schema("Problem"))).isEmpty();
    }

    @Test
    void memberThatIsNotDescribedIsFound() {
        JsonObject page = json(face.get("/v1/topics"));

        assertThat(document.unknownMembers(page, document.schema("Topic"))).containsExactly(".topics", ".nextCursor");
    }

    private List<String> unknown(Described operation, HttpResponse<String> answer) {
        ApiResponse described = operation.operation().getResponses().get(Integer.toString(answer.statusCode()));
        return document.unknownMembers(json(answer), described.getContent().get(JSON).getSchema());
    }

    /** Each pair of media types of body and answer once. */
    private static List<String[]> variants(Described operation) {
        SortedSet<String> bodies = new TreeSet<>(operation.body().keySet());
        // Everything is read if header fields say what it is, and these are not sent here.
        bodies.remove("*/*");
        if (bodies.isEmpty()) bodies.add("");
        SortedSet<String> answers = operation.answerTypes();
        if (answers.isEmpty()) answers.add("*/*");
        List<String[]> all = new ArrayList<>();
        for (String body : bodies) {
            for (String answer : answers) all.add(new String[] {body.replace("*", "plain"), answer});
        }
        return all;
    }

    private static List<String> named(JsonObject problem) {
        Matcher known = KNOWN.matcher(problem.getString("detail"));
        return known.find() ? List.of(known.group(1).split(", ")) : List.of();
    }

    private static String path(Described operation) {
        return operation.path().replace("{topic}", "orders").replaceAll("\\{\\w+}", "0");
    }

    private HttpResponse<String> send(Described operation, String path, String contentType, String accept,
                                      String body) {
        BodyPublisher publisher = contentType.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        var request = face.request(path, "Accept", accept).method(operation.method(), publisher);
        return face.send(contentType.isEmpty() ? request : request.header("Content-Type", contentType));
    }
}
