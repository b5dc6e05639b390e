package org.partita.wire.protocol;

import java.lang.System.Logger.Level;
import java.util.Map;

import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.protocol.Errors;

import org.partita.core.failure.InsideText;
import org.partita.core.metadata.InvalidNameException;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;

/** What failures of the broker are called in the protocol. */
public final class ErrorCodes {
    private static final System.Logger LOG = System.getLogger(ErrorCodes.class.getName());
    /** Of the whole process, as the log is. */
    private static final UnforeseenFailures UNFORESEEN = new UnforeseenFailures(System::nanoTime);
    private static final int SHOWN_LENGTH = 500;
    private static final String NOT_SHOWN = "The broker cannot do this now; its log says why.";
    private static final Map<String, Errors> BY_CODE = Map.ofEntries(
        Map.entry("invalid-name", Errors.INVALID_TOPIC_EXCEPTION),
        Map.entry("invalid-request", Errors.INVALID_REQUEST),
        Map.entry("topic-not-found", Errors.UNKNOWN_TOPIC_OR_PARTITION),
        Map.entry("partition-not-found", Errors.UNKNOWN_TOPIC_OR_PARTITION),
        Map.entry("topic-exists", Errors.TOPIC_ALREADY_EXISTS),
        Map.entry("offset-out-of-range", Errors.OFFSET_OUT_OF_RANGE),
        Map.entry("message-too-large", Errors.MESSAGE_TOO_LARGE),
        Map.entry("not-enough-replicas", Errors.NOT_ENOUGH_REPLICAS),
        Map.entry("leader-unavailable", Errors.LEADER_NOT_AVAILABLE),
        Map.entry("acknowledgement-timeout", Errors.REQUEST_TIMED_OUT),
        Map.entry("quota-exceeded", Errors.THROTTLING_QUOTA_EXCEEDED),
        Map.entry("corrupt-batch", Errors.CORRUPT_MESSAGE),
        Map.entry("unsupported-batch-format", Errors.UNSUPPORTED_FOR_MESSAGE_FORMAT),
        Map.entry("invalid-record", Errors.INVALID_RECORD),
        Map.entry("invalid-timestamp", Errors.INVALID_TIMESTAMP),
        Map.entry("unsupported-compression", Errors.UNSUPPORTED_COMPRESSION_TYPE),
        Map.entry("transactions-unavailable", Errors.TRANSACTIONAL_ID_AUTHORIZATION_FAILED),
        Map.entry("out-of-order-sequence", Errors.OUT_OF_ORDER_SEQUENCE_NUMBER),
        Map.entry("producer-fenced", Errors.INVALID_PRODUCER_EPOCH),
        Map.entry("coordinator-loading", Errors.COORDINATOR_LOAD_IN_PROGRESS),
        Map.entry("disk-full", Errors.KAFKA_STORAGE_ERROR));
    /** Of a wish for a topic. */
    private static final Map<String, Errors> BY_FIELD = Map.of(
        "partitions", Errors.INVALID_PARTITIONS,
        "replicationFactor", Errors.INVALID_REPLICATION_FACTOR);
    private static final String CONFIG_FIELD = "config";

    private ErrorCodes() {
    }

    /** {@link Errors#UNKNOWN_SERVER_ERROR} for what nobody foresaw, of which the client hears nothing: it is logged. */
    public static Errors of(Throwable failure) {
        Errors error = code(failure);
        if (error == Errors.UNKNOWN_SERVER_ERROR && UNFORESEEN.isNews(failure)) {
            LOG.log(Level.ERROR, "a request failed for a reason nobody foresaw; more like it are told of in a minute",
                failure);
        }
        return error;
    }

    private static Errors code(Throwable failure) {
        if (failure instanceof InvalidRequestException invalid) return of(invalid);
        if (failure instanceof BrokerException ours) {
            return BY_CODE.getOrDefault(ours.code(),
                ours instanceof StorageException ? Errors.KAFKA_STORAGE_ERROR : Errors.UNKNOWN_SERVER_ERROR);
        }
        return failure instanceof ApiException known ? Errors.forException(known) : Errors.UNKNOWN_SERVER_ERROR;
    }

    /** What a client is told beside the code: nothing of failures that are not meant for it. */
    public static String message(Throwable failure) {
        boolean meant = failure instanceof BrokerException || failure instanceof ApiException;
        String message = meant ? failure.getMessage() : null;
        if (message == null) return code(failure).message();
        if (!isOfTheClient(failure) && InsideText.isIn(message)) return NOT_SHOWN;
        return message.length() <= SHOWN_LENGTH ? message : message.substring(0, SHOWN_LENGTH) + "…";
    }

    /** What a client wrote itself may look like a path. */
    private static boolean isOfTheClient(Throwable failure) {
        return failure instanceof InvalidRequestException || failure instanceof InvalidNameException;
    }

    private static Errors of(InvalidRequestException invalid) {
        if (invalid.field().startsWith(CONFIG_FIELD)) return Errors.INVALID_CONFIG;
        return BY_FIELD.getOrDefault(invalid.field(), Errors.INVALID_REQUEST);
    }
}
