package org.partita.web.http;

import static java.util.Objects.requireNonNull;

import org.partita.core.execution.Budget;

/**
 * What request bodies may take.
 *
 * @param maxBytes of one body, also after decompression
 * @param arriving bytes of bodies that are on their way and not read
 * @param arrivalMillis how long a body may be on its way
 */
public record BodyLimits(int maxBytes, Budget arriving, long arrivalMillis) {
    public BodyLimits {
        if (maxBytes < 1) throw new IllegalArgumentException("maxBytes " + maxBytes + " < 1");
        if (arrivalMillis < 1) throw new IllegalArgumentException("arrivalMillis " + arrivalMillis + " < 1");
        requireNonNull(arriving, "arriving");
    }
}
