package org.partita.web.metrics;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Where series are shown. Those of one name have the same labels. Thread-safe. */
interface SeriesRegistry {
    /** @return takes what the counter grows by */
    LongConsumer counter(Series series);

    void gauge(Series series, LongSupplier value);

    void remove(Series series);

    /**
     * @param description of all series of this name
     * @param label its name, empty if the series has none
     */
    record Series(String name, String description, String label, String labelValue) {
        Series(String name, String description) {
            this(name, description, "", "");
        }
    }
}
