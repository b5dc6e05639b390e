package org.partita.core.log.slice;

import static java.util.Objects.requireNonNull;

import org.partita.storage.LogSlice;

/**
 * Whole batches of one segment as they are stored.
 *
 * @param bytes to be closed by whoever has them
 * @param nextOffset behind the last of them; where there is none, the one that was asked for
 */
public record BatchSlice(LogSlice bytes, long nextOffset) implements AutoCloseable {
    public BatchSlice {
        requireNonNull(bytes, "bytes");
    }

    @Override
    public void close() {
        bytes.close();
    }
}
