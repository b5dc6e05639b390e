package org.partita.web.json;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Writes JSON as UTF-8 and can put bytes that are JSON already in place as they are.
 *
 * <p>Commas are placed by the output; that objects and arrays are closed and names precede values is up to the caller.
 * Belongs to one thread.
 */
public final class JsonOutput {
    private static final String HEX = "0123456789abcdef";
    /** A multiple of 3, so that only the last chunk is padded. */
    private static final int BASE64_CHUNK_BYTES = 6 << 10;
    private static final int QUOTED_CHUNK_CHARACTERS = 8 << 10;

    private final OutputStream out;
    private boolean commaDue;

    public JsonOutput(OutputStream out) {
        this.out = requireNonNull(out, "out");
    }

    public JsonOutput beginObject() throws IOException {
        return begin('{');
    }

    public JsonOutput endObject() throws IOException {
        return end('}');
    }

    public JsonOutput beginArray() throws IOException {
        return begin('[');
    }

    public JsonOutput endArray() throws IOException {
        return end(']');
    }

    public JsonOutput name(String name) throws IOException {
        separate();
        quote(name);
        out.write(':');
        commaDue = false;
        return this;
    }

    public JsonOutput string(String value) throws IOException {
        separate();
        quote(value);
        return this;
    }

    public JsonOutput number(long value) throws IOException {
        return literal(Long.toString(value));
    }

    public JsonOutput bool(boolean value) throws IOException {
        return literal(Boolean.toString(value));
    }

    public JsonOutput nullValue() throws IOException {
        return literal("null");
    }

    /** Puts {@code json} in place byte by byte; it must be one JSON value. */
    public JsonOutput json(ByteBuffer json) throws IOException {
        separate();
        ByteBuffer view = json.duplicate();
        byte[] chunk = new byte[Math.min(8192, view.remaining())];
        while (view.hasRemaining()) {
            int count = Math.min(chunk.length, view.remaining());
            view.get(chunk, 0, count);
            out.write(chunk, 0, count);
        }
        return this;
    }

    public JsonOutput base64(ByteBuffer bytes) throws IOException {
        separate();
        out.write('"');
        ByteBuffer view = bytes.duplicate();
        byte[] chunk = new byte[Math.min(BASE64_CHUNK_BYTES, view.remaining())];
        while (view.hasRemaining()) {
            int count = Math.min(chunk.length, view.remaining());
            view.get(chunk, 0, count);
            out.write(Base64.getEncoder().encode(count == chunk.length ? chunk : Arrays.copyOf(chunk, count)));
        }
        out.write('"');
        return this;
    }

    private JsonOutput begin(char bracket) throws IOException {
        separate();
        out.write(bracket);
        commaDue = false;
        return this;
    }

    private JsonOutput end(char bracket) throws IOException {
        out.write(bracket);
        commaDue = true;
        return this;
    }

    private JsonOutput literal(String ascii) throws IOException {
        separate();
        out.write(ascii.getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    private void separate() throws IOException {
        if (commaDue) out.write(',');
        commaDue = true;
    }

    /** In chunks: a text of nothing but control characters grows to its sixfold. */
    private void quote(String text) throws IOException {
        StringBuilder quoted = new StringBuilder(Math.min(text.length(), QUOTED_CHUNK_CHARACTERS) + 16).append('"');
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '"' || unit == '\\') quoted.append('\\').append(unit);
            else if (unit >= ' ') quoted.append(unit);
            else escapeControl(unit, quoted);
            if (quoted.length() >= QUOTED_CHUNK_CHARACTERS && !Character.isHighSurrogate(unit)) writeOut(quoted);
        }
        writeOut(quoted.append('"'));
    }

    private void writeOut(StringBuilder text) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }

    private static void escapeControl(char unit, StringBuilder quoted) {
        switch (unit) {
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            default -> quoted.append("\\u00").append(HEX.charAt(unit >> 4)).append(HEX.charAt(unit & 0xf));
        }
    }
}
