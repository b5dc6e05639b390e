package org.partita.core.placement;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** MurmurHash2, 32 bits, with the seed that Kafka's Java client uses, so that both place a key alike. */
final class Murmur2 {
    private static final int SEED = 0x9747b28c;
    private static final int MULTIPLIER = 0x5bd1e995;
    private static final int SHIFT = 24;

    private Murmur2() {
    }

    static int hash(ByteBuffer content) {
        ByteBuffer in = content.slice().order(ByteOrder.LITTLE_ENDIAN);
        int hash = SEED ^ in.remaining();
        while (in.remaining() >= Integer.BYTES) {
            int word = in.getInt() * MULTIPLIER;
            word ^= word >>> SHIFT;
            hash = hash * MULTIPLIER ^ word * MULTIPLIER;
        }
        if (in.hasRemaining()) hash = (hash ^ rest(in)) * MULTIPLIER;
        hash = (hash ^ hash >>> 13) * MULTIPLIER;
        return hash ^ hash >>> 15;
    }

    private static int rest(ByteBuffer in) {
        int word = 0;
        for (int shift = 0; in.hasRemaining(); shift += Byte.SIZE) word |= (in.get() & 0xff) << shift;
        return word;
    }
}
