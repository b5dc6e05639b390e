package org.partita.wire.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.FileRegion;
import io.netty.channel.MessageSizeEstimator;
import io.netty.util.ReferenceCounted;

import org.partita.core.execution.Budget;

/** Answers that one client has to take. Written to on its event loop; whether there are any is told to any thread. */
final class Outbox {
    /** What the socket has to take, whether it is in memory or in a file. */
    static final MessageSizeEstimator SIZES = () -> Outbox::sizeBytes;
    /** A region holds no memory, but a descriptor and its turn: it counts as much as this, or as it has. */
    private static final int REGION_BYTES = 64 << 10;

    private final Channel channel;
    private final Budget unsent;
    private long bytes;
    private volatile boolean filled;
    private volatile boolean givenUp;
    private volatile long filledSinceNanos;

    /** @param unsent counts the bytes of all clients */
    Outbox(Channel channel, Budget unsent) {
        this.channel = channel;
        this.unsent = unsent;
    }

    /** Sends the answer with the next flush. */
    void put(Answer answer) {
        for (ReferenceCounted part : answer.encode(channel.alloc())) {
            int held = part instanceof FileRegion ? Math.min(REGION_BYTES, sizeBytes(part)) : sizeBytes(part);
            if (bytes == 0) filledSinceNanos = System.nanoTime();
            bytes += held;
            filled = true;
            unsent.reserve(held);
            channel.write(part).addListener(written -> taken(held));
        }
    }

    private static int sizeBytes(Object part) {
        return part instanceof FileRegion region ? (int) region.count() : ((ByteBuf) part).readableBytes();
    }

    private void taken(int size) {
        unsent.release(size);
        bytes -= size;
        filled = bytes > 0 && !givenUp;
        if (bytes == 0) givenUp = false;
    }

    boolean filled() {
        return filled;
    }

    long filledSinceNanos() {
        return filledSinceNanos;
    }

    /** What is in it goes with the connection, which is being closed. */
    void giveUp() {
        givenUp = true;
        filled = false;
    }

    /** Whether what is in it is going, and may still be there. */
    boolean givenUp() {
        return givenUp;
    }

    /** Its connection is closed. */
    void gone() {
        givenUp = false;
    }
}
