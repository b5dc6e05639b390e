package org.partita.broker;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the listener of the Kafka protocol has at the moment, and totals since its start.
 *
 * @param connectionsRefused because there were as many as may be
 * @param requestBytes of memory that requests take which are not answered
 * @param unsentBytes of answers that clients have not taken
 * @param fetch those that waited for data included
 * @param errors how many parts of answers had one, by its name in the protocol
 */
public record WireFigures(int connections, long connectionsRefused, long requestBytes, long unsentBytes, Times produce,
                          Times fetch, SortedMap<String, Long> errors) {
    public static final WireFigures NONE =
        new WireFigures(0, 0, 0, 0, Times.NONE, Times.NONE, Collections.emptySortedMap());

    public WireFigures {
        errors = Collections.unmodifiableSortedMap(new TreeMap<>(errors));
    }

    /**
     * How long requests took from when they were read until their answer could be sent.
     *
     * @param boundsMicros inclusive
     * @param within how many took no longer than each of the bounds, and last how many there were
     */
    public record Times(List<Long> boundsMicros, List<Long> within, long sumMicros) {
        static final Times NONE = new Times(List.of(), List.of(0L), 0);

        public Times {
            boundsMicros = List.copyOf(boundsMicros);
            within = List.copyOf(within);
            if (within.size() != boundsMicros.size() + 1) {
                throw new IllegalArgumentException(within.size() + " counts for " + boundsMicros.size() + " bounds");
            }
        }
    }
}
