package org.partita.wire.server;

import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.FileRegion;
import io.netty.util.ReferenceCounted;

/** An answer that is put into bytes when it is its turn, or given up. */
public interface Answer {
    /**
     * The answer with its length in front. Called once at most, on the event loop of its connection, so it must not
     * block. If it fails, nothing is held any more.
     *
     * @return each a {@link ByteBuf} or a {@link FileRegion}, in the order in which they are sent; the caller releases
     *     them
     */
    List<ReferenceCounted> encode(ByteBufAllocator allocator);

    /** Gives up what it holds: it will not be sent. Idempotent; on any thread. */
    default void release() {
    }
}
