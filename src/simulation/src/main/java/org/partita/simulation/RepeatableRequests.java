package org.partita.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The keyed requests that clients may repeat, whatever became of them. */
final class RepeatableRequests {
    private static final int MAX_REQUESTS = 40;

    private final SimulatedTopics topics;
    private final WallClock clock;
    private final SimulatedScheduler scheduler;
    private final boolean careless;
    private final List<SimulatedRequest> requests = new ArrayList<>();

    /** @param careless repeats also what the broker may have forgotten */
    RepeatableRequests(SimulatedTopics topics, WallClock clock, SimulatedScheduler scheduler, boolean careless) {
        this.topics = topics;
        this.clock = clock;
        this.scheduler = scheduler;
        this.careless = careless;
    }

    void add(SimulatedRequest request) {
        if (requests.size() == MAX_REQUESTS) requests.remove(0);
        requests.add(request);
    }

    /** One that will still be known to the broker when the time of the attempt is over. */
    Optional<SimulatedRequest> any(RandomGenerator random, long timeoutMillis) {
        if (!careless) requests.removeIf(each -> !each.repeatableUntil(scheduler.nowMillis() + timeoutMillis));
        return requests.isEmpty() ? Optional.empty() : Optional.of(requests.get(random.nextInt(requests.size())));
    }

    void brokerStarted() {
        for (SimulatedRequest each : requests) {
            each.brokerStarted(topics.windowMillis(each.topic()), clock.millis(), scheduler.nowMillis());
        }
    }

    /** Messages that were acknowledged are gone from this topic. */
    void forget(String topic) {
        requests.removeIf(each -> each.topic().equals(topic));
    }

    long repeatableUntilMillis(String topic) {
        return scheduler.nowMillis() + topics.windowMillis(topic);
    }

    long wallMillis() {
        return clock.millis();
    }
}
