package org.partita.wire.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;

/** An answer that is put into bytes when it is its turn: on the event loop of its connection, so it must not block. */
@FunctionalInterface
public interface Answer {
    /** To a request that asks for none. */
    Answer NONE = allocator -> Unpooled.EMPTY_BUFFER;

    /** To a request that asks for none, and failed: the connection is closed behind the answers before it. */
    Answer CLOSE = new Answer() {
        @Override
        public ByteBuf encode(ByteBufAllocator allocator) {
            return Unpooled.EMPTY_BUFFER;
        }

        @Override
        public boolean closes() {
            return true;
        }
    };

    /** The answer with its length in front. The caller releases it. */
    ByteBuf encode(ByteBufAllocator allocator);

    /** Whether the connection is closed behind it. */
    default boolean closes() {
        return false;
    }
}
