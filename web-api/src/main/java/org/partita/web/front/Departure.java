package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicReference;

import jakarta.servlet.ServletRequest;

/**
 * Tells when the container's thread has left a request that goes on without it.
 *
 * <p>The container loses a request that another thread sends on just while its own is leaving: it notes the dispatch
 * behind the moment at which it looked for one, and the client never gets an answer. So requests are sent on
 * afterwards. Thread-safe.
 */
final class Departure {
    static final String ATTRIBUTE = Departure.class.getName();
    private static final Runnable GONE = () -> { };

    /** Empty while the thread is there and nothing waits for it. */
    private final AtomicReference<Runnable> next = new AtomicReference<>();

    /** The one of this request; of one that did not come through the {@link Entrance}, nobody would tell. */
    static Departure of(ServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Departure known) return known;
        Departure unknown = new Departure();
        unknown.gone();
        return unknown;
    }

    /** Runs the step when the thread has left: now, or on that thread. To be called once. */
    void afterwards(Runnable step) {
        requireNonNull(step, "step");
        if (next.compareAndSet(null, step)) return;
        if (next.get() != GONE) throw new IllegalStateException("a step waits already");
        step.run();
    }

    /** To be called once, by the thread, behind everything the container does. */
    void gone() {
        Runnable step = next.getAndSet(GONE);
        if (step != null) step.run();
    }
}
