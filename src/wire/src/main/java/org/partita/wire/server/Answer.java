package org.partita.wire.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** An answer that is put into bytes when it is its turn: on the event loop of its connection, so it must not block. */
@FunctionalInterface
public interface Answer {
    /** The answer with its length in front. The caller releases it. */
    ByteBuf encode(ByteBufAllocator allocator);
}
