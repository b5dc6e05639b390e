package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

/** The settings of one topic that have an effect, all of them resolved to a value. */
public record TopicConfig(FlushPolicy flush, int segmentBytes, int maxMessageBytes) {
    public static final TopicConfig DEFAULT = new TopicConfig(FlushPolicy.COMMIT, 256 << 20, 1 << 20);

    public TopicConfig {
        requireNonNull(flush, "flush");
        if (segmentBytes < 4096) throw new IllegalArgumentException("segmentBytes " + segmentBytes + " < 4096");
        if (maxMessageBytes < 1) throw new IllegalArgumentException("maxMessageBytes " + maxMessageBytes + " < 1");
    }

    /** When an appended batch counts as stored. */
    public enum FlushPolicy { COMMIT, ASYNC }
}
