package org.partita.web.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import jakarta.ws.rs.core.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.partita.storage.BrokerException;
import org.partita.storage.FileDisplacedException;
import org.partita.storage.StorageException;

class ProblemsTest {
    @ParameterizedTest
    @CsvSource({
        "invalid-request,400", "invalid-name,400", "invalid-json,400", "unauthenticated,401", "forbidden,403",
        "topic-not-found,404", "partition-not-found,404", "message-not-found,404", "group-not-found,404",
        "member-not-found,404", "job-not-found,404", "quota-not-found,404", "method-not-allowed,405",
        "not-acceptable,406", "not-found,404", "request-timeout,408",
        "topic-exists,409", "compacted-topic,409", "fenced-member,409",
        "idempotency-in-flight,409", "group-not-empty,409", "group-protocol,409", "offset-rewind,409",
        "reassignment-in-progress,409", "message-too-large,413", "request-too-large,413",
        "unsupported-media-type,415", "offset-out-of-range,416", "idempotency-key-reused,422", "quota-exceeded,429",
        "internal-error,500", "forward-failed,502", "not-enough-replicas,503", "leader-unavailable,503",
        "coordinator-loading,503", "no-controller,503", "starting,503", "acknowledgement-timeout,504",
        "disk-full,507"})
    void everyCodeOfTheContractHasItsStatus(String code, int status) {
        Problem problem = Problems.of(new Reported(code, "what to do"));

        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.status()).isEqualTo(status);
        assertThat(problem.title()).isNotBlank();
    }

    @Test
    void documentHasTheMembersOfTheContractInOrder() {
        Problem problem = Problems.of(ProblemException.invalid("messages[3].partition", "must be 0 or more"))
            .withRequestId("r-1");

        String document = new String(problem.json(), StandardCharsets.UTF_8);

        assertThat(document).isEqualTo("{\"type\":\"urn:partita:error:invalid-request\",\"code\":\"invalid-request\","
            + "\"title\":\"Invalid request\",\"status\":400,\"detail\":\"must be 0 or more\",\"requestId\":\"r-1\","
            + "\"field\":\"messages[3].partition\"}");
    }

    @Test
    void unknownCodeAndStorageFailureShowNothingOfTheInside() {
        Problem unknown = Problems.of(new Reported("no-such-code", "secret"));
        Problem storage = Problems.of(new StorageException("/data/secret is broken"));

        assertThat(unknown).isEqualTo(Problems.internalError());
        assertThat(storage.status()).isEqualTo(500);
        assertThat(storage.detail()).contains("disk failed", "log").doesNotContain("secret");
    }

    @Test
    void failureOfTheDiskSaysWhatItIs() {
        Problem damaged = Problems.of(new StorageException("Partition orders-0 cannot be read at offset 7: damaged"));
        Problem moved = Problems.of(new FileDisplacedException("metadata.image: lock of the data directory"));

        assertThat(damaged.code()).isEqualTo("internal-error");
        assertThat(damaged.detail()).isEqualTo("Partition orders-0 cannot be read at offset 7: damaged");
        assertThat(moved.detail()).contains("lock of the data directory", "removed, renamed or replaced");
    }

    @ParameterizedTest
    @CsvSource({"starting,1", "quota-exceeded,1", "disk-full,", "acknowledgement-timeout,", "topic-exists,"})
    void retryAfterStandsWhereTheContractPromisesIt(String code, String seconds) {
        Response response = Problems.of(new Reported(code, "d")).toResponse();

        assertThat(response.getHeaderString("Retry-After")).isEqualTo(seconds);
    }

    @Test
    void unknownOutcomeIsTheWorstOfABatch() {
        List<ErrorCode> bySeverity = Stream.of(ErrorCode.values())
            .sorted(Comparator.comparingInt(ErrorCode::severity)).toList();

        assertThat(bySeverity).endsWith(ErrorCode.ACKNOWLEDGEMENT_TIMEOUT);
        assertThat(ErrorCode.DISK_FULL.severity()).isGreaterThan(ErrorCode.NOT_ENOUGH_REPLICAS.severity());
        assertThat(ErrorCode.NOT_ENOUGH_REPLICAS.severity()).isGreaterThan(ErrorCode.QUOTA_EXCEEDED.severity());
        assertThat(ErrorCode.QUOTA_EXCEEDED.severity()).isGreaterThan(ErrorCode.MESSAGE_TOO_LARGE.severity());
    }

    @Test
    void wrappersOfCompletionStagesAreTakenOff() {
        Reported cause = new Reported("disk-full", "d");

        Throwable found = Problems.unwrap(new CompletionException(new CompletionException(cause)));

        assertThat(found).isSameAs(cause);
    }

    @Test
    void namesFromTheRequestAreShortened() {
        Problem problem = Problems.of(ProblemException.invalid("x".repeat(1 << 20), "y".repeat(1 << 20)));

        assertThat(problem.members().get("field").toString()).hasSizeLessThan(300);
        assertThat(problem.detail()).hasSizeLessThan(1_100);
    }

    private static final class Reported extends BrokerException {
        private static final long serialVersionUID = 1L;

        Reported(String code, String message) {
            super(code, false, message);
        }
    }
}
