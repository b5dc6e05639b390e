package org.partita.storage.testing;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Bytes of one file. A prefix is forced and survives a crash; what follows may be torn anywhere. */
final class MemoryFile {
    private byte[] bytes = new byte[64];
    private int length;
    private int forcedLength;
    private boolean open;

    /** Nobody has it open. */
    synchronized MemoryFile copy() {
        MemoryFile copy = new MemoryFile();
        copy.bytes = bytes.clone();
        copy.length = length;
        copy.forcedLength = forcedLength;
        return copy;
    }

    synchronized int length() {
        return length;
    }

    synchronized void write(ByteBuffer source) {
        int newLength = Math.addExact(length, source.remaining());
        if (newLength > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(newLength, bytes.length * 2));
        source.get(bytes, length, source.remaining());
        length = newLength;
    }

    /** Replaces what is behind a position; beyond the end there are zeros up to it. */
    synchronized void writeAt(int position, ByteBuffer source) {
        int end = Math.addExact(position, source.remaining());
        if (end > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length * 2));
        if (position > length) Arrays.fill(bytes, length, position, (byte) 0);
        source.get(bytes, position, source.remaining());
        length = end;
        forcedLength = Math.min(forcedLength, position);
    }

    synchronized ByteBuffer readUpTo(long position, int lengthBytes) {
        int from = (int) Math.min(position, length);
        return read(from, Math.min(lengthBytes, length - from));
    }

    synchronized ByteBuffer read(int position, int lengthBytes) {
        return ByteBuffer.wrap(Arrays.copyOfRange(bytes, position, position + lengthBytes)).asReadOnlyBuffer();
    }

    synchronized void overwrite(int position, byte... content) {
        if (position + content.length > length) throw new IllegalArgumentException("end of file is " + length);
        System.arraycopy(content, 0, bytes, position, content.length);
    }

    synchronized void truncate(int newLength) {
        length = newLength;
        forcedLength = Math.min(forcedLength, newLength);
    }

    synchronized void force() {
        forcedLength = length;
    }

    synchronized void crash(IntUnaryOperator survivingBytes) {
        length = forcedLength + survivingBytes.applyAsInt(length - forcedLength);
        forcedLength = length;
        open = false;
    }

    synchronized void markOpen(String name) {
        if (open) throw new IllegalStateException(name + " is open already");
        open = true;
    }

    synchronized void markClosed() {
        open = false;
    }
}
