package org.partita.wire.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** A histogram of times, in microseconds. Thread-safe. */
public final class AnswerTimes {
    /** Upper bounds, inclusive. */
    public static final List<Long> BOUNDS_MICROS =
        List.of(250L, 500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 64_000L, 256_000L, 1_000_000L);

    private final LongAdder sumMicros = new LongAdder();
    /** One for each bound, and one for what is above all. */
    private final List<LongAdder> counts =
        Stream.generate(LongAdder::new).limit(BOUNDS_MICROS.size() + 1L).toList();

    void add(long micros) {
        int place = 0;
        while (place < BOUNDS_MICROS.size() && micros > BOUNDS_MICROS.get(place)) place++;
        counts.get(place).increment();
        sumMicros.add(micros);
    }

    public long sumMicros() {
        return sumMicros.sum();
    }

    /** How many were not above each of the bounds, in their order; last, how many there were. */
    public List<Long> within() {
        List<Long> within = new ArrayList<>();
        long sum = 0;
        for (LongAdder each : counts) {
            sum += each.sum();
            within.add(sum);
        }
        return within;
    }
}
