package org.partita.core.record;

import java.nio.ByteBuffer;

/** Variable-length integers: zig-zag, seven bits a byte, least significant first; at most 5 or 10 bytes. */
public final class Varint {
    private Varint() {
    }

    static int sizeOf(int value) {
        return sizeOf((long) value);
    }

    static int sizeOf(long value) {
        int significantBits = Long.SIZE - Long.numberOfLeadingZeros(zigZag(value) | 1);
        return (significantBits + 6) / 7;
    }

    static void put(ByteBuffer out, long value) {
        long rest = zigZag(value);
        while ((rest & ~0x7FL) != 0) {
            out.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        out.put((byte) rest);
    }

    /** @throws InvalidBatchException if the bytes end early or say more than 32 bits */
    public static int getInt(ByteBuffer in, String what) {
        long raw = getUnsigned(in, what, Integer.SIZE);
        return (int) (raw >>> 1) ^ -(int) (raw & 1);
    }

    /** @throws InvalidBatchException if the bytes end early or say more than 64 bits */
    public static long getLong(ByteBuffer in, String what) {
        long raw = getUnsigned(in, what, Long.SIZE);
        return raw >>> 1 ^ -(raw & 1);
    }

    private static long getUnsigned(ByteBuffer in, String what, int maxBits) {
        long value = 0;
        for (int shift = 0; shift < maxBits; shift += 7) {
            if (!in.hasRemaining()) throw new InvalidBatchException(what + ": the bytes end inside a varint");
            byte next = in.get();
            int bits = next & 0x7F;
            boolean fits = maxBits - shift >= 7 || bits >>> maxBits - shift == 0;
            if (!fits) break;
            value |= (long) bits << shift;
            if (next >= 0) return value;
        }
        throw new InvalidBatchException(what + ": varint of more than " + maxBits + " bits");
    }

    private static long zigZag(long value) {
        return value << 1 ^ value >> 63;
    }
}
