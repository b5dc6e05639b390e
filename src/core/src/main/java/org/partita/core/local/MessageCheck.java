package org.partita.core.local;

import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.RecordTooLargeException;
import org.partita.core.idempotency.Stamp;
import org.partita.core.metadata.InvalidRequestException;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.record.LogRecord;
import org.partita.core.record.PayloadSize;
import org.partita.core.record.RecordHeader;
import org.partita.storage.BrokerException;

/** What one message must fulfil to be stored. */
final class MessageCheck {
    private MessageCheck() {
    }

    /** @return why it is refused, if it is */
    static Optional<BrokerException> refusal(OutboundMessage message, TopicMetadata topic) {
        long sizeBytes = PayloadSize.of(message.key(), message.value(), message.headers());
        if (sizeBytes > topic.config().maxMessageBytes()) {
            return Optional.of(new RecordTooLargeException(topic.name(), sizeBytes, topic.config().maxMessageBytes()));
        }
        long timestampMillis = message.timestampMillis().orElse(0);
        if (timestampMillis < 0 || timestampMillis > LogRecord.MAX_TIMESTAMP_MILLIS) {
            return Optional.of(new InvalidRequestException("timestampMs", "Timestamp " + timestampMillis
                + " found, 0 to " + LogRecord.MAX_TIMESTAMP_MILLIS + " (the end of the year 9999) expected."));
        }
        return message.headers().isEmpty() ? Optional.empty() : refusal(message.headers());
    }

    private static Optional<BrokerException> refusal(List<RecordHeader> headers) {
        if (headers.stream().anyMatch(Stamp::isStamp)) {
            return Optional.of(new InvalidRequestException("headers",
                "The header name " + Stamp.HEADER_NAME + " is reserved for the broker."));
        }
        if (!expressible(headers)) {
            return Optional.of(new InvalidRequestException("headers",
                "A header name holds half of a surrogate pair, which cannot be written in UTF-8."));
        }
        return Optional.empty();
    }

    private static boolean expressible(List<RecordHeader> headers) {
        CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
        return headers.stream().allMatch(header -> utf8.canEncode(header.name()));
    }
}
