package org.partita.web.fetch;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import org.partita.core.record.LogRecord;
import org.partita.web.messages.ContentTypes;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;

/** The formats of one message, the one that is preferred where several will do first. */
enum MessageFormat {
    ENVELOPE(MediaType.APPLICATION_JSON_TYPE) {
        @Override
        Optional<Response> show(String topic, int partition, LogRecord message) {
            return Optional.of(FetchAnswer.one(topic, partition, message));
        }
    },
    PAYLOAD(MediaType.APPLICATION_OCTET_STREAM_TYPE) {
        @Override
        Optional<Response> show(String topic, int partition, LogRecord message) {
            return Optional.of(FetchAnswer.payload(message));
        }
    },
    EVENT(MediaType.valueOf(ContentTypes.EVENT)) {
        @Override
        Optional<Response> show(String topic, int partition, LogRecord message) {
            return CloudEvent.of(message).map(FetchAnswer::event);
        }
    };

    private final MediaType mediaType;

    MessageFormat(MediaType mediaType) {
        this.mediaType = requireNonNull(mediaType, "mediaType");
    }

    /** Empty if the message cannot be shown so. */
    abstract Optional<Response> show(String topic, int partition, LogRecord message);

    /**
     * The message as the client likes it best.
     *
     * @param acceptable what the client reads, the best first
     * @throws ProblemException with status 406 if it cannot be shown in any of these
     */
    static Response answer(List<MediaType> acceptable, String topic, int partition, LogRecord message) {
        for (MediaType range : acceptable) {
            for (MessageFormat format : values()) {
                if (!range.isCompatible(format.mediaType)) continue;
                Optional<Response> shown = format.show(topic, partition, message);
                if (shown.isPresent()) return shown.get();
            }
        }
        throw new ProblemException(ErrorCode.NOT_ACCEPTABLE, "This message is no CloudEvent; send Accept: "
            + "application/json for the whole message or application/octet-stream for its payload.");
    }
}
