package org.partita.wire.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCounted;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Writable;
import org.apache.kafka.common.record.BaseRecords;

import org.partita.wire.records.CopiedBatches;
import org.partita.wire.records.FileBatches;

/**
 * Writes a response into one buffer and notes where batches in files belong between its bytes. Batches in memory are
 * copied into it and released.
 */
final class AnswerWriter implements Writable {
    private final ByteBuf buffer;
    private final ByteBuffer target;
    private final ByteBufferAccessor plain;
    private final List<Cut> cuts = new ArrayList<>();

    private record Cut(int positionBytes, FileBatches batches) {
    }

    /** @param buffer has its length in it and room for the rest; stays the caller's */
    AnswerWriter(ByteBuf buffer) {
        this.buffer = buffer;
        this.target = buffer.nioBuffer(buffer.writerIndex(), buffer.capacity() - buffer.writerIndex());
        this.plain = new ByteBufferAccessor(target);
    }

    @Override
    public void writeRecords(BaseRecords records) {
        if (records instanceof FileBatches inFile) {
            cuts.add(new Cut(position(), inFile));
        } else if (records instanceof CopiedBatches copied) {
            target.put(copied.bytes());
            copied.release();
        } else {
            plain.writeRecords(records);
        }
    }

    private int position() {
        return buffer.writerIndex() + target.position();
    }

    /** What was written, in order: each is the caller's to release. @param sizeBytes what it is said to have */
    List<ReferenceCounted> parts(int sizeBytes) {
        long inFiles = cuts.stream().mapToLong(cut -> cut.batches().sizeInBytes()).sum();
        int end = position();
        if (end - Integer.BYTES + inFiles != sizeBytes) {
            throw new IllegalStateException("an answer of " + (end - Integer.BYTES + inFiles) + " bytes says to have "
                + sizeBytes);
        }
        List<ReferenceCounted> parts = new ArrayList<>();
        int from = 0;
        for (Cut cut : cuts) {
            if (cut.positionBytes() > from) parts.add(buffer.retainedSlice(from, cut.positionBytes() - from));
            parts.add(cut.batches().region());
            from = cut.positionBytes();
        }
        if (end > from) parts.add(buffer.retainedSlice(from, end - from));
        return parts;
    }

    @Override
    public void writeByte(byte value) {
        plain.writeByte(value);
    }

    @Override
    public void writeShort(short value) {
        plain.writeShort(value);
    }

    @Override
    public void writeInt(int value) {
        plain.writeInt(value);
    }

    @Override
    public void writeLong(long value) {
        plain.writeLong(value);
    }

    @Override
    public void writeDouble(double value) {
        plain.writeDouble(value);
    }

    @Override
    public void writeByteArray(byte[] value) {
        plain.writeByteArray(value);
    }

    @Override
    public void writeUnsignedVarint(int value) {
        plain.writeUnsignedVarint(value);
    }

    @Override
    public void writeByteBuffer(ByteBuffer value) {
        plain.writeByteBuffer(value);
    }

    @Override
    public void writeVarint(int value) {
        plain.writeVarint(value);
    }

    @Override
    public void writeVarlong(long value) {
        plain.writeVarlong(value);
    }
}
