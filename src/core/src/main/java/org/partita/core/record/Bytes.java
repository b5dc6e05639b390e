package org.partita.core.record;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An immutable byte string or the null that the log distinguishes from an empty one (no key, tombstone). */
public final class Bytes {
    public static final Bytes NULL = new Bytes(null);
    public static final Bytes EMPTY = new Bytes(ByteBuffer.allocate(0));

    private final ByteBuffer content;

    private Bytes(ByteBuffer content) {
        this.content = content;
    }

    /** Takes over {@code content}: the caller must not change it afterwards. */
    public static Bytes of(byte[] content) {
        return of(ByteBuffer.wrap(content));
    }

    /** Takes over the remaining bytes of {@code content}: the caller must not change them afterwards. */
    public static Bytes of(ByteBuffer content) {
        return new Bytes(requireNonNull(content, "content").slice().asReadOnlyBuffer());
    }

    public static Bytes utf8(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public boolean isNull() {
        return content == null;
    }

    /** Number of bytes; 0 for null. */
    public int sizeBytes() {
        return content == null ? 0 : content.remaining();
    }

    /** @return a read-only view with its own position @throws IllegalStateException if this is null */
    public ByteBuffer buffer() {
        if (content == null) throw new IllegalStateException("null has no bytes");
        return content.duplicate();
    }

    /** @return a copy @throws IllegalStateException if this is null */
    public byte[] toArray() {
        ByteBuffer view = buffer();
        byte[] copy = new byte[view.remaining()];
        view.get(copy);
        return copy;
    }

    /** The same bytes in an array of their own. */
    Bytes detached() {
        return sizeBytes() == 0 ? this : of(toArray());
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Bytes that)) return false;
        return content == null ? that.content == null : content.equals(that.content);
    }

    @Override
    public int hashCode() {
        return content == null ? 0 : content.hashCode();
    }

    @Override
    public String toString() {
        return content == null ? "null" : sizeBytes() + " bytes";
    }
}
