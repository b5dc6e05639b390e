package org.partita.bench.kafka;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/** The first message that a broker did not take. */
final class Refusals {
    private final AtomicReference<Exception> first = new AtomicReference<>();

    /** @param failure null if it was taken, as the client says it */
    void add(Exception failure) {
        if (failure != null) first.compareAndSet(null, failure);
    }

    void requireNone() throws IOException {
        if (first.get() != null) throw new IOException("a message was refused", first.get());
    }
}
