package org.partita.core.metadata;

import org.partita.storage.StorageException;

/**
 * A change could neither be made durable nor taken back, so the next start may find it or not. Until then nothing more
 * can be changed.
 */
public final class MetadataInDoubtException extends StorageException {
    private static final long serialVersionUID = 1L;

    MetadataInDoubtException(Throwable cause) {
        super("The disk failed while the metadata was changed, and failed again when the change was to be taken back. "
            + "The next start finds the change made or not. Check the disk, then restart the broker.", cause);
    }
}
