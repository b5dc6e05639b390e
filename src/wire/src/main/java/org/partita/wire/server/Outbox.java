package org.partita.wire.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

import org.partita.core.execution.Budget;

/** Answers that one client has to take. Written to on its event loop; whether there are any is told to any thread. */
final class Outbox {
    private final Channel channel;
    private final Budget unsent;
    private long bytes;
    private volatile boolean filled;
    private volatile long filledSinceNanos;

    /** @param unsent counts the bytes of all clients */
    Outbox(Channel channel, Budget unsent) {
        this.channel = channel;
        this.unsent = unsent;
    }

    /** Sends the answer with the next flush. */
    void put(Answer answer) {
        ByteBuf encoded = answer.encode(channel.alloc());
        int size = encoded.readableBytes();
        if (bytes == 0) filledSinceNanos = System.nanoTime();
        bytes += size;
        filled = true;
        unsent.reserve(size);
        channel.write(encoded).addListener(written -> taken(size));
    }

    private void taken(int size) {
        unsent.release(size);
        bytes -= size;
        filled = bytes > 0;
    }

    boolean filled() {
        return filled;
    }

    long filledSinceNanos() {
        return filledSinceNanos;
    }

    /** What is in it goes with the connection, which is being closed. */
    void giveUp() {
        filled = false;
    }
}
