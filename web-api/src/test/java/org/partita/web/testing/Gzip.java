package org.partita.web.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compresses as clients do. */
public final class Gzip {
    private Gzip() {
    }

    /** One member with {@code text}. */
    public static byte[] of(String text) {
        return of(text.getBytes(UTF_8));
    }

    /** One member with {@code content}. */
    public static byte[] of(byte[] content) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return zipped.toByteArray();
    }
}
