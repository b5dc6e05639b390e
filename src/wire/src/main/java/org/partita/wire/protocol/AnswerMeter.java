package org.partita.wire.protocol;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractResponse;

/** Counts since the start how long produce and fetch requests took, and the errors in all answers. Thread-safe. */
public final class AnswerMeter {
    private final LongSupplier nanos;
    private final AnswerTimes produce = new AnswerTimes();
    private final AnswerTimes fetch = new AnswerTimes();
    private final Map<Errors, LongAdder> errors = new ConcurrentHashMap<>();

    /** @param nanos a clock that never goes back */
    public AnswerMeter(LongSupplier nanos) {
        this.nanos = requireNonNull(nanos, "nanos");
    }

    long nowNanos() {
        return nanos.getAsLong();
    }

    /** An answer is ready to be sent to a request that was read at {@code startNanos}. */
    void answered(ApiKeys api, long startNanos, AbstractResponse answer) {
        if (api == ApiKeys.PRODUCE) produce.add(microsSince(startNanos));
        if (api == ApiKeys.FETCH) fetch.add(microsSince(startNanos));
        answer.errorCounts().forEach((error, count) -> {
            if (error != Errors.NONE) errors.computeIfAbsent(error, first -> new LongAdder()).add(count);
        });
    }

    private long microsSince(long startNanos) {
        return TimeUnit.NANOSECONDS.toMicros(Math.max(0, nowNanos() - startNanos));
    }

    /** Of produce requests, by {@link AnswerTimes#BOUNDS_MICROS}. */
    public AnswerTimes produce() {
        return produce;
    }

    /** Of fetch requests, those that waited for data included. */
    public AnswerTimes fetch() {
        return fetch;
    }

    /** How often answers had an error, by its name in the protocol: once for each part that has one. */
    public SortedMap<String, Long> errors() {
        SortedMap<String, Long> counts = new TreeMap<>();
        errors.forEach((error, count) -> counts.put(error.name(), count.sum()));
        return counts;
    }
}
