package org.partita.core.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;

/** Gzip by the JDK. */
final class GzipCodec implements Codec {
    private static final int CHUNK_BYTES = 16 << 10;

    @Override
    public ByteBuffer compress(ByteBuffer records) {
        ByteBuffer rest = records.duplicate();
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(64 + rest.remaining() / 2);
        byte[] chunk = new byte[Math.min(CHUNK_BYTES, rest.remaining())];
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            while (rest.hasRemaining()) {
                int size = Math.min(chunk.length, rest.remaining());
                rest.get(chunk, 0, size);
                gzip.write(chunk, 0, size);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a byte array was not writable", e);
        }
        return ByteBuffer.wrap(compressed.toByteArray());
    }

    @Override
    public ByteBuffer decompress(ByteBuffer compressed, int maxBytes) {
        return Gunzip.inflate(compressed, maxBytes);
    }
}
