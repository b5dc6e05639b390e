package org.partita.core.record;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

import org.partita.storage.StorageException;

/** The kinds of compression that can be written and read. Immutable; callable from any thread. */
public final class Codecs {
    /** Records that are not compressed. */
    public static final Codecs NONE = new Codecs(new EnumMap<>(Compression.class));
    /** And gzip, which the JDK has. */
    public static final Codecs JDK = NONE.with(Compression.GZIP, new GzipCodec());

    private final Map<Compression, Codec> codecs;

    private Codecs(Map<Compression, Codec> codecs) {
        this.codecs = codecs;
    }

    public Codecs with(Compression compression, Codec codec) {
        if (compression == Compression.NONE) throw new IllegalArgumentException("no compression needs no codec");
        Map<Compression, Codec> more = new EnumMap<>(codecs);
        more.put(requireNonNull(compression, "compression"), requireNonNull(codec, "codec"));
        return new Codecs(more);
    }

    /** Whether batches of this kind can be read. */
    public boolean has(Compression compression) {
        return compression == Compression.NONE || codecs.containsKey(compression);
    }

    /**
     * @return {@code records} itself if they shall not be compressed
     * @throws IllegalArgumentException if there is no codec for this
     * @throws StorageException if the codec cannot be loaded
     */
    ByteBuffer compress(Compression compression, ByteBuffer records) {
        if (compression == Compression.NONE) return records;
        Codec codec = codecs.get(compression);
        if (codec == null) throw new IllegalArgumentException("compression " + compression + " cannot be written here");
        return codec.compress(records);
    }

    /**
     * @return {@code stored} itself if it is not compressed
     * @throws InvalidBatchException if there is no codec for this, or the bytes are refused by it
     * @throws StorageException if the codec cannot be loaded
     */
    ByteBuffer decompress(Compression compression, ByteBuffer stored, int maxBytes) {
        if (compression == Compression.NONE) return stored;
        Codec codec = codecs.get(compression);
        if (codec == null) {
            throw new InvalidBatchException("the records are compressed with " + compression
                + ", which cannot be read here");
        }
        return codec.decompress(stored, maxBytes);
    }
}
