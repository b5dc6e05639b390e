package org.partita.core.broker;

import static java.util.Objects.requireNonNull;

import org.partita.core.metadata.TopicRef;

/**
 * A read of one partition.
 *
 * @param from where to start
 * @param maxMessages at most so many; with 0 the answer says only that there is something to read, or that the time
 *     is over
 * @param maxBytes stop before more than this; one whole message is always given if any is there
 * @param minBytes with {@code waitMillis}: wait until so much is readable
 */
public record FetchRequest(TopicRef topic, int partition, StartAt from, int maxMessages, int maxBytes, int minBytes,
                           long waitMillis) {
    public FetchRequest {
        requireNonNull(topic, "topic");
        requireNonNull(from, "from");
        if (maxMessages < 0) throw new IllegalArgumentException("maxMessages " + maxMessages + " < 0");
        if (maxBytes < 1) throw new IllegalArgumentException("maxBytes " + maxBytes + " < 1");
        if (minBytes < 0) throw new IllegalArgumentException("minBytes " + minBytes + " < 0");
        if (waitMillis < 0) throw new IllegalArgumentException("waitMillis " + waitMillis + " < 0");
    }

    public FetchRequest(String topic, int partition, StartAt from, int maxMessages, int maxBytes, int minBytes,
                        long waitMillis) {
        this(TopicRef.named(topic), partition, from, maxMessages, maxBytes, minBytes, waitMillis);
    }

    /** Where a read begins. */
    public sealed interface StartAt {
        record Offset(long offset) implements StartAt {
            public Offset {
                if (offset < 0) throw new IllegalArgumentException("offset " + offset + " < 0");
            }
        }

        record Earliest() implements StartAt {
        }

        record Latest() implements StartAt {
        }

        /** At the first message that is not older, if there is one; else at the end. */
        record Time(long timestampMillis) implements StartAt {
        }
    }
}
