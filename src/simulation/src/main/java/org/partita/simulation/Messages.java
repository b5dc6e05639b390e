package org.partita.simulation;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

import org.partita.core.record.Bytes;

/** Values that carry the id of their message and have all kinds of sizes. */
final class Messages {
    private static final String SEPARATOR = ":";

    private Messages() {
    }

    static Bytes value(long id, RandomGenerator random) {
        int padding = switch (random.nextInt(8)) {
            case 0 -> random.nextInt(6_000);
            case 1, 2 -> random.nextInt(600);
            default -> random.nextInt(20);
        };
        return Bytes.utf8(id + SEPARATOR + Character.toString('a' + random.nextInt(26)).repeat(padding));
    }

    static long idOf(Bytes value) {
        String text = new String(value.toArray(), StandardCharsets.UTF_8);
        return Long.parseLong(text.substring(0, text.indexOf(SEPARATOR)));
    }
}
