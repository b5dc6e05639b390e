package org.partita.wire.compression;

import java.nio.ByteBuffer;

import org.partita.core.record.Codec;
import org.partita.core.record.InvalidBatchException;
import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;
import org.xerial.snappy.SnappyError;

/** Lets out of a library what the port promises, and nothing else. */
final class GuardedCodec implements Codec {
    private final String name;
    private final Codec codec;

    GuardedCodec(String name, Codec codec) {
        this.name = name;
        this.codec = codec;
    }

    @Override
    public ByteBuffer compress(ByteBuffer records) {
        try {
            return codec.compress(records);
        } catch (LinkageError | SnappyError e) {
            throw notLoaded(e);
        }
    }

    @Override
    public ByteBuffer decompress(ByteBuffer compressed, int maxBytes) {
        try {
            return codec.decompress(compressed, maxBytes);
        } catch (BrokerException ours) {
            throw ours;
        } catch (RuntimeException e) {
            throw new InvalidBatchException(name + " data is damaged", e);
        } catch (LinkageError | SnappyError e) {
            throw notLoaded(e);
        }
    }

    private StorageException notLoaded(Error cause) {
        return new StorageException(name + " cannot be used, its library was not loaded: " + cause, cause);
    }
}
