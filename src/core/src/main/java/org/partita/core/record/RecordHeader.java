package org.partita.core.record;

import static java.util.Objects.requireNonNull;

/** One header of a record. Names may repeat and their order counts; the value may be null. */
public record RecordHeader(String name, Bytes value) {
    public RecordHeader {
        requireNonNull(name, "name");
        requireNonNull(value, "value");
    }
}
