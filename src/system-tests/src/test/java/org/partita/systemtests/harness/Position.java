package org.partita.systemtests.harness;

/** Where a message was stored. */
public record Position(int partition, long offset) {
    static Position of(JsonText answer) {
        return new Position((int) answer.member("partition").integer(), answer.member("offset").integer());
    }
}
