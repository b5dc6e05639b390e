package org.partita.storage.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;

/** What the contracts of the storage port share. Each test gets its own, empty store. */
public abstract class Contract {
    /** A topic for tests. */
    protected static final UUID TOPIC = new UUID(7, 11);
    /** A partition of {@link #TOPIC}. */
    protected static final PartitionId PARTITION = new PartitionId(TOPIC, 3);

    /** A new handle on the store of this test; the same data each time. */
    protected abstract SegmentStore open();

    protected static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    protected static ByteBuffer direct(String text) {
        ByteBuffer heap = bytes(text);
        return ByteBuffer.allocateDirect(heap.remaining()).put(heap).flip();
    }

    protected static String text(ByteBuffer buffer) {
        return UTF_8.decode(buffer.duplicate()).toString();
    }

    protected static String read(SegmentFile file, long positionBytes, int lengthBytes) {
        try (var slice = file.slice(positionBytes, lengthBytes)) {
            return text(slice.bytes());
        }
    }
}
