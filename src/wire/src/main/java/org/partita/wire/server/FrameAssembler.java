package org.partita.wire.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Cuts the bytes of one connection into requests.
 *
 * <p>Shape of a request: length s32, then so many bytes, which begin with API key s16 and API version s16. Memory grows
 * with the bytes that came, not with the length that was promised. Used on one event loop.
 */
final class FrameAssembler {
    /** API key, version and correlation id. */
    static final int MIN_FRAME_BYTES = 8;
    private static final int LENGTH_BYTES = 4;
    private static final int PREFIX_BYTES = 8;
    private static final int FIRST_CAPACITY_BYTES = 16 << 10;
    /** What is there is copied when it grows: the less often, the better for large requests. */
    private static final int GROWTH = 4;
    private static final int BYTE_BITS = 8;
    /** What the objects around the smallest of requests take, about. */
    static final long LEAST_BYTES = 1 << 10;

    private final ByteBufAllocator allocator;
    private final RequestHandler handler;
    private final RequestMemory memory;
    private final int maxFrameBytes;
    private long prefix;
    private int prefixBytes;
    private RequestRule rule;
    private long reservedBytes;
    private ByteBuf frame;

    /** What the bytes so far amount to. */
    enum Progress { NEEDS_BYTES, NEEDS_MEMORY, COMPLETE }

    FrameAssembler(ByteBufAllocator allocator, RequestHandler handler, RequestMemory memory, int maxFrameBytes) {
        this.allocator = allocator;
        this.handler = handler;
        this.memory = memory;
        this.maxFrameBytes = maxFrameBytes;
    }

    /**
     * Takes bytes up to the end of the request.
     *
     * @throws MalformedRequestException if this cannot become a request
     */
    Progress read(ByteBuf in) {
        if (rule == null && !readPrefix(in)) return Progress.NEEDS_BYTES;
        if (frame == null && !begin()) return Progress.NEEDS_MEMORY;
        int wanted = Math.min(lengthBytes() - frame.writerIndex(), in.readableBytes());
        grow(frame.writerIndex() + wanted);
        frame.writeBytes(in, wanted);
        return frame.writerIndex() == lengthBytes() ? Progress.COMPLETE : Progress.NEEDS_BYTES;
    }

    /** Whether there are bytes of a request that is not complete. */
    boolean begun() {
        return prefixBytes > 0;
    }

    /** What the request says to have, 0 while it does not say. */
    int promisedBytes() {
        return rule == null ? 0 : lengthBytes();
    }

    /** What {@link Progress#NEEDS_MEMORY} is about. */
    long neededBytes() {
        return Math.max(LEAST_BYTES, (long) lengthBytes() * rule.heapFactor());
    }

    /** The complete request, which is the caller's from now on. */
    PendingRequest take(long nowNanos) {
        PendingRequest taken = new PendingRequest(frame, rule, memory, reservedBytes, nowNanos);
        frame = null;
        rule = null;
        reservedBytes = 0;
        prefix = 0;
        prefixBytes = 0;
        return taken;
    }

    /** Gives up what there is of a request. */
    void release() {
        if (frame != null) frame.release();
        if (reservedBytes > 0) memory.release(reservedBytes);
        frame = null;
        reservedBytes = 0;
    }

    private boolean readPrefix(ByteBuf in) {
        while (prefixBytes < PREFIX_BYTES && in.isReadable()) {
            prefix = prefix << BYTE_BITS | in.readUnsignedByte();
            prefixBytes++;
            if (prefixBytes == LENGTH_BYTES) requireLength((int) prefix, maxFrameBytes);
        }
        if (prefixBytes < PREFIX_BYTES) return false;
        RequestRule found = handler.rule((short) (prefix >> Short.SIZE), (short) prefix);
        requireLength(lengthBytes(), Math.min(maxFrameBytes, found.maxFrameBytes()));
        rule = found;
        return true;
    }

    private static void requireLength(int found, int limit) {
        if (found < MIN_FRAME_BYTES || found > limit) {
            throw new MalformedRequestException("a request of " + found + " bytes, " + MIN_FRAME_BYTES + " to " + limit
                + " expected");
        }
    }

    private boolean begin() {
        if (!memory.tryReserve(neededBytes())) return false;
        reservedBytes = neededBytes();
        frame = allocator.buffer(Math.min(lengthBytes(), FIRST_CAPACITY_BYTES), lengthBytes());
        frame.writeInt((int) prefix);
        return true;
    }

    private void grow(int neededBytes) {
        if (neededBytes <= frame.capacity()) return;
        long more = Math.max(neededBytes, (long) GROWTH * frame.capacity());
        frame.capacity((int) Math.min(lengthBytes(), more));
    }

    private int lengthBytes() {
        return (int) (prefix >> Integer.SIZE);
    }
}
