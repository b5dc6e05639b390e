package org.partita.wire.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Requests of one connection in the order in which they came, which is also the order in which they begin and are
 * answered. Only those that overlap are handled at the same time. Used on one event loop; its owner bounds it.
 */
final class RequestQueue {
    private final Deque<PendingRequest> requests = new ArrayDeque<>();

    void add(PendingRequest request) {
        requests.add(request);
    }

    int size() {
        return requests.size();
    }

    /** The next request to begin, if it may begin now. */
    Optional<PendingRequest> nextToStart() {
        boolean overlapping = true;
        boolean first = true;
        for (PendingRequest each : requests) {
            overlapping &= each.overlaps();
            if (!each.started()) return first || overlapping ? Optional.of(each) : Optional.empty();
            first = false;
        }
        return Optional.empty();
    }

    /** The oldest request if its answer is there; it leaves the queue. */
    Optional<PendingRequest> nextAnswered() {
        PendingRequest oldest = requests.peek();
        if (oldest == null || !oldest.isAnswered()) return Optional.empty();
        return Optional.of(requests.remove());
    }

    /** Whether there is one of those that wait: what is behind it would hold memory for as long. */
    boolean waits() {
        return requests.stream().anyMatch(PendingRequest::waits);
    }

    /** When the oldest of those came that have no answer. */
    OptionalLong oldestUnansweredNanos() {
        return requests.stream().filter(each -> !each.isAnswered()).mapToLong(PendingRequest::sinceNanos)
            .findFirst();
    }

    /** All are to be answered with what there is. */
    void hurry() {
        requests.forEach(PendingRequest::hurryUp);
    }

    /** Gives up all requests; who has begun one still reads its bytes, and gives it up itself. */
    void clear() {
        for (PendingRequest each : requests) {
            if (!each.started() || each.isAnswered()) each.release();
            else each.hurryUp();
        }
        requests.clear();
    }
}
