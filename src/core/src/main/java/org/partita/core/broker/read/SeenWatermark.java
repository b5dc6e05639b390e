package org.partita.core.broker.read;

import static java.util.Objects.requireNonNull;

/** What a reader has seen of a partition. */
public record SeenWatermark(PartitionReader reader, long highWatermark) {
    public SeenWatermark {
        requireNonNull(reader, "reader");
    }
}
