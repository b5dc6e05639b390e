package org.partita.web.metrics;

import java.util.function.ToLongFunction;

import org.partita.core.broker.BrokerStatistics;
import org.partita.web.metrics.SeriesRegistry.Series;

/** What a broker counts from its start on. */
enum BrokerTotal {
    MESSAGES_IN("partita_messages_in", "Messages stored", BrokerStatistics::messagesIn),
    BYTES_IN("partita_bytes_in", "Bytes of keys, payloads and headers stored", BrokerStatistics::bytesIn),
    MESSAGES_OUT("partita_messages_out", "Messages fetched", BrokerStatistics::messagesOut),
    BYTES_OUT("partita_bytes_out", "Bytes of keys, payloads and headers fetched; of batches if by Kafka clients",
        BrokerStatistics::bytesOut),
    PUBLISHES_REFUSED("partita_publishes_refused", "Messages refused", BrokerStatistics::publishesRefused),
    STORE_APPENDS("partita_store_appends", "Appends to segment files", statistics -> statistics.store().appends()),
    STORE_APPENDED_BYTES("partita_store_appended_bytes", "Bytes appended to segment files",
        statistics -> statistics.store().appendedBytes()),
    STORE_FORCES("partita_store_forces", "Flushes of segment files", statistics -> statistics.store().forces()),
    STORE_FORCE_NANOS("partita_store_force_nanos", "Nanoseconds spent in flushes of segment files",
        statistics -> statistics.store().forceNanos());

    private final Series series;
    private final ToLongFunction<BrokerStatistics> reader;

    BrokerTotal(String name, String description, ToLongFunction<BrokerStatistics> reader) {
        this.series = new Series(name, description);
        this.reader = reader;
    }

    Series series() {
        return series;
    }

    long in(BrokerStatistics statistics) {
        return reader.applyAsLong(statistics);
    }
}
