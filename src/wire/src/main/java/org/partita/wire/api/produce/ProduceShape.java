package org.partita.wire.api.produce;

import java.nio.ByteBuffer;

import org.partita.wire.server.MalformedRequestException;

/**
 * Looks over the body of a Produce request before objects are made of it: a topic may be three bytes, and is a hundred
 * as an object. So there may be so many as batches would have room, and some. Topics are few, because kafka-clients
 * puts them into a table in which names that collide cost the cube of their number.
 */
public final class ProduceShape {
    private static final int FIRST_FLEXIBLE = 9;
    private static final int FIRST_WITH_IDS = 13;
    private static final int ACKS_AND_TIMEOUT_BYTES = 6;
    private static final int UUID_BYTES = 16;
    /** A batch has 61 bytes at least, and stands for a partition and perhaps a topic. */
    private static final int BYTES_PER_ENTRY = 32;
    private static final int ENTRIES_OF_ANY = 64;
    private static final int MAX_TOPICS = 500;

    private final ByteBuffer in;
    private final boolean flexible;
    private int entriesLeft;

    private ProduceShape(ByteBuffer body, boolean flexible) {
        this.in = body;
        this.flexible = flexible;
        this.entriesLeft = ENTRIES_OF_ANY + body.remaining() / BYTES_PER_ENTRY;
    }

    /**
     * @param body behind the header of the request
     * @throws MalformedRequestException if it has too many topics, partitions and tagged fields for its size
     * @throws RuntimeException if it cannot be read
     */
    public static void check(ByteBuffer body, short version) {
        new ProduceShape(body, version >= FIRST_FLEXIBLE).check(version);
    }

    private void check(short version) {
        text();
        skip(ACKS_AND_TIMEOUT_BYTES);
        int count = entries();
        if (count > MAX_TOPICS) {
            throw new MalformedRequestException(count + " topics, at most " + MAX_TOPICS + " expected");
        }
        for (int topics = count; topics > 0; topics--) {
            if (version >= FIRST_WITH_IDS) skip(UUID_BYTES);
            else text();
            for (int partitions = entries(); partitions > 0; partitions--) {
                skip(Integer.BYTES);
                skip(flexible ? unsigned() - 1 : in.getInt());
                tags();
            }
            tags();
        }
        tags();
    }

    private void text() {
        skip(flexible ? unsigned() - 1 : in.getShort());
    }

    private int entries() {
        int count = flexible ? unsigned() - 1 : in.getInt();
        take(count);
        return count;
    }

    private void tags() {
        if (!flexible) return;
        int count = unsigned();
        take(count);
        for (int left = count; left > 0; left--) {
            unsigned();
            skip(unsigned());
        }
    }

    private void take(int count) {
        if (count <= 0) return;
        if (count > entriesLeft) {
            throw new MalformedRequestException("more topics and partitions than there can be batches for");
        }
        entriesLeft -= count;
    }

    /** Nothing for null. */
    private void skip(int bytes) {
        if (bytes > 0) in.position(Math.addExact(in.position(), bytes));
    }

    private int unsigned() {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7F) << shift;
            if (next >= 0) return value;
        }
        throw new MalformedRequestException("a length of more than five bytes");
    }
}
