package org.partita.wire.protocol;

import java.nio.ByteBuffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;

import org.partita.wire.server.Answer;

/** A response without records, behind its length and its header. */
record EncodedResponse(RequestHeader request, AbstractResponse response, short version) implements Answer {
    @Override
    public ByteBuf encode(ByteBufAllocator allocator) {
        ResponseHeader header = request.toResponseHeader();
        ObjectSerializationCache sizes = new ObjectSerializationCache();
        int bytes = header.data().size(sizes, header.headerVersion()) + response.data().size(sizes, version);
        ByteBuf buffer = allocator.buffer(Integer.BYTES + bytes);
        try {
            ByteBuffer target = buffer.nioBuffer(Integer.BYTES, bytes);
            ByteBufferAccessor writable = new ByteBufferAccessor(target);
            header.data().write(writable, sizes, header.headerVersion());
            response.data().write(writable, sizes, version);
            if (target.hasRemaining()) throw new IllegalStateException("an answer is shorter than its size");
            return buffer.writeInt(bytes).writerIndex(Integer.BYTES + bytes);
        } catch (RuntimeException unencodable) {
            buffer.release();
            throw unencodable;
        }
    }
}
