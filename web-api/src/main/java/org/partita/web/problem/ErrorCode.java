package org.partita.web.problem;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Every error code of the HTTP API with its status and title.
 *
 * <p>The order within a family counts nowhere; {@link #severity()} ranks failures that meet in one batch.
 */
public enum ErrorCode {
    INVALID_REQUEST("invalid-request", 400, "Invalid request"),
    INVALID_NAME("invalid-name", 400, "Invalid name"),
    INVALID_JSON("invalid-json", 400, "Invalid JSON"),
    UNAUTHENTICATED("unauthenticated", 401, "Not authenticated"),
    FORBIDDEN("forbidden", 403, "Forbidden"),
    NOT_FOUND("not-found", 404, "No such resource"),
    TOPIC_NOT_FOUND("topic-not-found", 404, "Topic not found"),
    PARTITION_NOT_FOUND("partition-not-found", 404, "Partition not found"),
    MESSAGE_NOT_FOUND("message-not-found", 404, "Message not found"),
    GROUP_NOT_FOUND("group-not-found", 404, "Group not found"),
    MEMBER_NOT_FOUND("member-not-found", 404, "Member not found"),
    JOB_NOT_FOUND("job-not-found", 404, "Job not found"),
    QUOTA_NOT_FOUND("quota-not-found", 404, "Quota not found"),
    METHOD_NOT_ALLOWED("method-not-allowed", 405, "Method not allowed"),
    NOT_ACCEPTABLE("not-acceptable", 406, "Not acceptable"),
    REQUEST_TIMEOUT("request-timeout", 408, "Request took too long to arrive"),
    TOPIC_EXISTS("topic-exists", 409, "Topic exists"),
    COMPACTED_TOPIC("compacted-topic", 409, "Topic is compacted"),
    FENCED_MEMBER("fenced-member", 409, "Member is fenced"),
    IDEMPOTENCY_IN_FLIGHT("idempotency-in-flight", 409, "Same request in flight"),
    GROUP_NOT_EMPTY("group-not-empty", 409, "Group is not empty"),
    GROUP_PROTOCOL("group-protocol", 409, "Group uses another protocol"),
    OFFSET_REWIND("offset-rewind", 409, "Offset would go back"),
    REASSIGNMENT_IN_PROGRESS("reassignment-in-progress", 409, "Reassignment in progress"),
    MESSAGE_TOO_LARGE("message-too-large", 413, "Message too large"),
    REQUEST_TOO_LARGE("request-too-large", 413, "Request too large"),
    UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", 415, "Unsupported media type"),
    OFFSET_OUT_OF_RANGE("offset-out-of-range", 416, "Offset out of range"),
    IDEMPOTENCY_KEY_REUSED("idempotency-key-reused", 422, "Idempotency key reused"),
    QUOTA_EXCEEDED("quota-exceeded", 429, "Quota exceeded"),
    INTERNAL_ERROR("internal-error", 500, "Internal error"),
    FORWARD_FAILED("forward-failed", 502, "Forwarding failed"),
    NOT_ENOUGH_REPLICAS("not-enough-replicas", 503, "Not enough replicas"),
    LEADER_UNAVAILABLE("leader-unavailable", 503, "Leader unavailable"),
    COORDINATOR_LOADING("coordinator-loading", 503, "Coordinator is loading"),
    NO_CONTROLLER("no-controller", 503, "No controller"),
    STARTING("starting", 503, "Broker is starting"),
    ACKNOWLEDGEMENT_TIMEOUT("acknowledgement-timeout", 504, "Outcome unknown"),
    DISK_FULL("disk-full", 507, "Disk full");

    private static final Map<String, ErrorCode> BY_CODE =
        Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(ErrorCode::code, Function.identity()));

    private final String code;
    private final int status;
    private final String title;

    ErrorCode(String code, int status, String title) {
        this.code = code;
        this.status = status;
        this.title = title;
    }

    public static Optional<ErrorCode> of(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    public String code() {
        return code;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    /** Whether the same request may succeed later. */
    public boolean retriable() {
        return status == 408 || status == 429 || status >= 502;
    }

    /**
     * Rank among the failures of one batch: an unknown outcome above all, then what the server could not do, then what
     * the client did wrong.
     */
    public int severity() {
        if (status == 504) return 1_000;
        if (status == 507) return 506;
        return status;
    }
}
