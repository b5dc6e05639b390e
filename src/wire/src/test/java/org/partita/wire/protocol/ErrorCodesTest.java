package org.partita.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.RecordTooLargeException;
import org.partita.core.idempotency.KeyTableFullException;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.core.metadata.PartitionNotFoundException;
import org.partita.core.metadata.TopicExistsException;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.core.producer.OutOfOrderSequenceException;
import org.partita.core.producer.ProducerFencedException;
import org.partita.core.replication.LeaderUnavailableException;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.core.replication.insync.NotEnoughReplicasException;
import org.partita.storage.BrokerException;
import org.partita.storage.DiskFullException;
import org.partita.storage.StorageException;

class ErrorCodesTest {
    @ParameterizedTest
    @MethodSource
    void failuresOfTheBrokerHaveTheirNameInTheProtocol(Throwable failure, Errors expected) {
        assertThat(ErrorCodes.of(failure)).isEqualTo(expected);
    }

    static Stream<Arguments> failuresOfTheBrokerHaveTheirNameInTheProtocol() throws Exception {
        return Stream.of(
            Arguments.of(new TopicNotFoundException("a"), Errors.UNKNOWN_TOPIC_OR_PARTITION),
            Arguments.of(new PartitionNotFoundException("a", 1, 1), Errors.UNKNOWN_TOPIC_OR_PARTITION),
            Arguments.of(new TopicExistsException("a"), Errors.TOPIC_ALREADY_EXISTS),
            Arguments.of(new RecordTooLargeException("a", 2, 1), Errors.MESSAGE_TOO_LARGE),
            Arguments.of(new LeaderUnavailableException("a"), Errors.LEADER_NOT_AVAILABLE),
            Arguments.of(new UnknownOutcomeException("a", null), Errors.REQUEST_TIMED_OUT),
            Arguments.of(new InvalidRequestException("config.flush", "a"), Errors.INVALID_CONFIG),
            Arguments.of(new InvalidRequestException("partitions", "a"), Errors.INVALID_PARTITIONS),
            Arguments.of(new InvalidRequestException("replicationFactor", "a"), Errors.INVALID_REPLICATION_FACTOR),
            Arguments.of(new InvalidRequestException("name", "a"), Errors.INVALID_REQUEST),
            Arguments.of(new OutOfOrderSequenceException(1, 3, 2), Errors.OUT_OF_ORDER_SEQUENCE_NUMBER),
            Arguments.of(new ProducerFencedException(1, (short) 1, (short) 2), Errors.INVALID_PRODUCER_EPOCH),
            Arguments.of(new NotEnoughReplicasException("a", 1, 2), Errors.NOT_ENOUGH_REPLICAS),
            Arguments.of(new KeyTableFullException(1, 1), Errors.THROTTLING_QUOTA_EXCEEDED),
            Arguments.of(CoreFailures.withCode("coordinator-loading"), Errors.COORDINATOR_LOAD_IN_PROGRESS),
            Arguments.of(CoreFailures.withCode("corrupt-batch"), Errors.CORRUPT_MESSAGE),
            Arguments.of(NotAttemptedException.after(new RecordTooLargeException("a", 2, 1)), Errors.MESSAGE_TOO_LARGE),
            Arguments.of(new DiskFullException("a", null), Errors.KAFKA_STORAGE_ERROR),
            Arguments.of(new StorageException("a", null), Errors.KAFKA_STORAGE_ERROR),
            Arguments.of(new UnknownTopicIdException("a"), Errors.UNKNOWN_TOPIC_ID),
            Arguments.of(new IllegalStateException("a"), Errors.UNKNOWN_SERVER_ERROR));
    }

    @ParameterizedTest
    @MethodSource("org.partita.wire.protocol.CoreFailures#all")
    void everyFailureOfTheBrokerHasAName(BrokerException failure) {
        assertThat(ErrorCodes.of(failure)).isNotEqualTo(Errors.UNKNOWN_SERVER_ERROR);
    }

    @ParameterizedTest
    @MethodSource
    void pathsAndClassesAreNotToldToClients(BrokerException failure) {
        assertThat(ErrorCodes.message(failure)).contains("log").doesNotContain("/srv", "Exception");
    }

    static Stream<BrokerException> pathsAndClassesAreNotToldToClients() {
        return Stream.of(new LeaderUnavailableException("Partition a-0 is offline: its disk failed (a: cannot be "
            + "written: NoSuchFileException /srv/q/1.log)."),
            new LeaderUnavailableException("Partition a-0 is offline: java.lang.IllegalStateException: injected."),
            new DiskFullException("a: no space left on the disk of /srv/q", null),
            new StorageException("a: cannot be read: AccessDeniedException"),
            new UnknownOutcomeException("The disk failed: IOException.", null));
    }

    @Test
    void whatClientsWroteIsToldToThemWhateverItLooksLike() {
        assertThat(ErrorCodes.message(new InvalidRequestException("config.flush", "'/srv' is no value")))
            .contains("'/srv'");
        assertThat(ErrorCodes.message(new TopicNotFoundException("a"))).contains("POST /v1/topics");
    }

    @Test
    void whatNobodyForesawIsNotToldToClients() {
        assertThat(ErrorCodes.message(new IllegalStateException("secret"))).doesNotContain("secret");
        assertThat(ErrorCodes.message(new TopicNotFoundException("orders"))).contains("orders");
    }

    @Test
    void messagesHaveABound() {
        assertThat(ErrorCodes.message(new InvalidRequestException("name", "a".repeat(10_000)))).hasSizeLessThan(600);
    }
}
