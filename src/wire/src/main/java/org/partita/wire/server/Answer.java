package org.partita.wire.server;

import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.FileRegion;
import io.netty.util.ReferenceCounted;

/** An answer that is put into bytes when it is its turn, or given up. */
public interface Answer {
    /** To a request that asks for none. */
    Answer NONE = allocator -> List.of();

    /** To a request that asks for none, and failed: the connection is closed behind the answers before it. */
    Answer CLOSE = new Answer() {
        @Override
        public List<ReferenceCounted> encode(ByteBufAllocator allocator) {
            return List.of();
        }

        @Override
        public boolean closes() {
            return true;
        }
    };

    /**
     * The answer with its length in front. Called once at most, on the event loop of its connection, so it must not
     * block. If it fails, nothing is held any more.
     *
     * @return each a {@link ByteBuf} or a {@link FileRegion}, in the order in which they are sent; the caller releases
     *     them
     */
    List<ReferenceCounted> encode(ByteBufAllocator allocator);

    /** Whether the connection is closed behind it. */
    default boolean closes() {
        return false;
    }

    /** Gives up what it holds: it will not be sent. Idempotent; on any thread. */
    default void release() {
    }
}
