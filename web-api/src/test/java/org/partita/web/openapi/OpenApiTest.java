package org.partita.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.json.bind.annotation.JsonbPropertyOrder;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

import org.partita.core.metadata.TopicConfig;
import org.partita.core.record.LogRecord;
import org.partita.web.openapi.OpenApiDocument.Described;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;

/** The document against the classes: what one of them knows the other knows too. */
class OpenApiTest {
    private static final Pattern TEMPLATE = Pattern.compile("\\{(\\w+)}");

    private final OpenApiDocument document = OpenApiDocument.read();

    @Test
    void documentIsValid() {
        assertThat(document.findings()).isEmpty();
    }

    @Test
    void documentDescribesExactlyThePathsAndMethodsThatExist() {
        assertThat(document.operations()).extracting(Described::name)
            .containsExactlyInAnyOrderElementsOf(ApiClasses.operations().keySet());
    }

    @Test
    void everyPartOfAPathThatVariesIsDescribed() {
        for (Described each : document.operations()) {
            SortedSet<String> variables = new TreeSet<>();
            for (Matcher matcher = TEMPLATE.matcher(each.path()); matcher.find(); ) variables.add(matcher.group(1));

            assertThat(document.parameters(each, "path")).as(each.name()).isEqualTo(variables);
        }
    }

    @Test
    void mediaTypesOfEveryBodyAndAnswerAreDescribed() {
        SoftAssertions softly = new SoftAssertions();
        for (Described each : document.operations()) {
            SortedSet<String> consumed = new TreeSet<>();
            SortedSet<String> produced = new TreeSet<>();
            ApiClasses.operations().get(each.name()).forEach(method -> {
                consumed.addAll(ApiClasses.consumed(method));
                produced.addAll(ApiClasses.produced(method));
            });

            SortedSet<String> described = new TreeSet<>(each.body().keySet());
            // A method that takes everything chooses by itself, and more than that is described.
            if (consumed.contains("*/*")) described.retainAll(consumed);
            softly.assertThat(described).as("body of " + each.name()).isEqualTo(consumed);
            if (!each.operation().getResponses().containsKey("204")) {
                softly.assertThat(each.answerTypes()).as("answers to " + each.name()).isEqualTo(produced);
            }
        }
        softly.assertAll();
    }

    @Test
    void everyErrorCodeIsDescribedAndNoOther() {
        List<String> codes = Stream.concat(Arrays.stream(ErrorCode.values()).map(ErrorCode::code),
            Stream.of(Problem.BATCH_INCOMPLETE)).toList();

        assertThat(document.member("Problem", "code").getEnum()).isEqualTo(codes);
    }

    @Test
    void everyOperationDescribesTheErrorsThatAnyOperationHas() {
        for (Described each : document.operations()) {
            assertThat(each.operation().getResponses().keySet()).as(each.name()).contains("400", "406", "500", "503");
            if (!each.body().isEmpty()) {
                assertThat(each.operation().getResponses().keySet()).as(each.name()).contains("413", "415");
            }
            if (each.path().contains("{")) {
                assertThat(each.operation().getResponses().keySet()).as(each.name()).contains("404");
            }
        }
    }

    @Test
    void everyRecordOfARequestOrAnswerHasItsObjectInTheDocument() {
        List<SortedSet<String>> described = document.objects();
        SoftAssertions softly = new SoftAssertions();
        for (Class<?> record : OpenApiDocument.notEmpty(ApiClasses.records())) {
            boolean answer = record.isAnnotationPresent(JsonbPropertyOrder.class);
            if (!answer && !record.getSimpleName().endsWith("Request")) continue;

            softly.assertThat(described).as(record.getName()).contains(members(record));
        }
        softly.assertAll();
    }

    @Test
    void latestTimeOfAMessageIsTheOneThatIsTaken() {
        BigDecimal latest = BigDecimal.valueOf(LogRecord.MAX_TIMESTAMP_MILLIS);

        assertThat(document.member("NewMessage", "timestampMs").getMaximum()).isEqualTo(latest);
        assertThat(document.parameter("POST /v1/topics/{topic}/messages", "timestampMs").getMaximum())
            .isEqualTo(latest);
    }

    private static SortedSet<String> members(Class<?> record) {
        return Arrays.stream(record.getRecordComponents()).map(RecordComponent::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyTopicSettingIsDescribedWithItsDefault() {
        SoftAssertions softly = new SoftAssertions();
        assertThat(document.members(document.schema("TopicConfig"))).isEqualTo(
            new TreeSet<>(TopicConfig.DEFAULT.asMap().keySet()));
        TopicConfig.DEFAULT.asMap().forEach((key, value) ->
            softly.assertThat(String.valueOf(document.member("TopicConfig", key).getDefault())).as(key)
                .isEqualTo(value));
        softly.assertAll();
    }
}
