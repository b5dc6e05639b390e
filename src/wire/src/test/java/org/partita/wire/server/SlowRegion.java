package org.partita.wire.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

import io.netty.channel.FileRegion;
import io.netty.util.AbstractReferenceCounted;

/** An answer of a number that no socket takes before the test says so. For the transport that asks again and again. */
final class SlowRegion extends AbstractReferenceCounted implements FileRegion {
    private final ByteBuffer frame;
    private volatile boolean open;

    SlowRegion(int number) {
        frame = ByteBuffer.allocate(2 * Integer.BYTES).putInt(Integer.BYTES).putInt(number).flip();
    }

    void open() {
        open = true;
    }

    @Override
    public long position() {
        return 0;
    }

    @Override
    @Deprecated
    public long transfered() {
        return transferred();
    }

    @Override
    public long transferred() {
        return frame.position();
    }

    @Override
    public long count() {
        return frame.capacity();
    }

    @Override
    public long transferTo(WritableByteChannel target, long position) throws IOException {
        return open ? target.write(frame) : 0;
    }

    @Override
    public FileRegion retain() {
        super.retain();
        return this;
    }

    @Override
    public FileRegion retain(int increment) {
        super.retain(increment);
        return this;
    }

    @Override
    public FileRegion touch() {
        return this;
    }

    @Override
    public FileRegion touch(Object hint) {
        return this;
    }

    @Override
    protected void deallocate() {
        // It holds nothing.
    }
}
