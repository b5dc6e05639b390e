package org.partita.core.produce;

import static java.util.Objects.requireNonNull;

import org.partita.core.log.Appended;

/**
 * A batch that is stored as its producer asked.
 *
 * @param where it is; of one that was sent again, where it was put the first time
 * @param duplicate whether it was sent again
 * @param payloadBytes of its messages
 */
public record Produced(Appended where, long logStartOffset, boolean duplicate, long payloadBytes) {
    public Produced {
        requireNonNull(where, "where");
    }
}
