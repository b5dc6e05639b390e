package org.partita.web.tail;

import static org.partita.web.problem.ProblemException.invalid;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

import jakarta.ws.rs.core.HttpHeaders;

/**
 * In all partitions of a topic: the next offset of each.
 *
 * <p>Shape of the id, in base64url without padding: version (1 byte), hash of the topic's id (4 bytes), then the next
 * offset of each partition as a variable-length integer, 7 bits a byte, the lowest first.
 */
final class TopicPlace implements TailPlace {
    private static final byte VERSION = 1;
    private static final int HEADER_BYTES = 5;
    private static final int MAX_OFFSET_BYTES = 9;

    private final UUID topic;
    private final long[] nextOffsets;

    /** @param nextOffsets by partition; copied */
    TopicPlace(UUID topic, long[] nextOffsets) {
        this.topic = topic;
        this.nextOffsets = nextOffsets.clone();
    }

    /** @return next offsets, of as many partitions as there were @throws org.partita.web.problem.ProblemException */
    static long[] nextOffsets(String id, UUID topic, int partitions) {
        ByteBuffer packed = ByteBuffer.wrap(decoded(id));
        if (packed.remaining() < HEADER_BYTES || packed.get() != VERSION) throw foreign();
        if (packed.getInt() != topic.hashCode()) {
            throw invalid(HttpHeaders.LAST_EVENT_ID_HEADER, "'Last-Event-ID' is of another topic, or of one of this "
                + "name that was deleted. Begin again, without it.");
        }
        long[] offsets = new long[partitions];
        int count = 0;
        while (packed.hasRemaining()) {
            if (count == partitions) throw foreign();
            offsets[count++] = offset(packed);
        }
        return Arrays.copyOf(offsets, count);
    }

    private static byte[] decoded(String id) {
        try {
            return Base64.getUrlDecoder().decode(id);
        } catch (IllegalArgumentException noBase64) {
            throw foreign();
        }
    }

    private static long offset(ByteBuffer packed) {
        long offset = 0;
        for (int i = 0; i < MAX_OFFSET_BYTES && packed.hasRemaining(); i++) {
            byte next = packed.get();
            offset |= (next & 0x7FL) << 7 * i;
            if (next >= 0) return offset;
        }
        throw foreign();
    }

    private static RuntimeException foreign() {
        return invalid(HttpHeaders.LAST_EVENT_ID_HEADER, "'Last-Event-ID' is no id of an event of this topic.");
    }

    @Override
    public int partitions() {
        return nextOffsets.length;
    }

    @Override
    public int partition(int index) {
        return index;
    }

    @Override
    public long nextOffset(int index) {
        return nextOffsets[index];
    }

    @Override
    public void continueAt(int index, long nextOffset) {
        nextOffsets[index] = nextOffset;
    }

    @Override
    public String id() {
        ByteBuffer packed = ByteBuffer.allocate(HEADER_BYTES + MAX_OFFSET_BYTES * nextOffsets.length);
        packed.put(VERSION).putInt(topic.hashCode());
        for (long offset : nextOffsets) {
            long rest = offset;
            while (rest > 0x7F) {
                packed.put((byte) (rest | 0x80));
                rest >>>= 7;
            }
            packed.put((byte) rest);
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(packed.array(), packed.position()));
    }

    @Override
    public boolean namesPartitions() {
        return true;
    }
}
