package org.partita.simulation.invariant;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

import org.partita.core.record.Bytes;

/**
 * A message a client sent.
 *
 * @param id never used twice; the value begins with it
 * @param afterOffset greatest offset of the partition that was acknowledged when this was sent, -1 if none
 */
public record SentMessage(long id, PartitionKey partition, Bytes key, Bytes value, long afterOffset) {
    public static final int ANY_PARTITION = -1;

    private static final String SEPARATOR = ":";

    /** For a message the broker had to choose a partition for. */
    public SentMessage in(PartitionKey chosen) {
        return new SentMessage(id, chosen, key, value, afterOffset);
    }

    /** A value of any size that carries the id. */
    public static Bytes value(long id, RandomGenerator random) {
        int padding = switch (random.nextInt(8)) {
            case 0 -> random.nextInt(6_000);
            case 1, 2 -> random.nextInt(600);
            default -> random.nextInt(20);
        };
        return Bytes.utf8(id + SEPARATOR + Character.toString('a' + random.nextInt(26)).repeat(padding));
    }

    public static long idOf(Bytes value) {
        String text = new String(value.toArray(), StandardCharsets.UTF_8);
        return Long.parseLong(text.substring(0, text.indexOf(SEPARATOR)));
    }
}
