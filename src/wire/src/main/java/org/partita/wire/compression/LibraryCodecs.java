package org.partita.wire.compression;

import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;

/** All kinds of compression that the batch format knows. */
public final class LibraryCodecs {
    private LibraryCodecs() {
    }

    /** Loads no library yet. */
    public static Codecs all() {
        return Codecs.JDK.with(Compression.SNAPPY, new GuardedCodec("snappy", new SnappyCodec()))
            .with(Compression.LZ4, new GuardedCodec("lz4", new Lz4Codec()))
            .with(Compression.ZSTD, new GuardedCodec("zstd", new ZstdCodec()));
    }
}
