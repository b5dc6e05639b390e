package org.partita.core.record;

import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;

/** A batch in the log whose records cannot be read, though its checksum is right. Others are not concerned. */
public final class UndecodableBatchException extends StorageException {
    private static final long serialVersionUID = 1L;

    public UndecodableBatchException(BatchHeader batch, BrokerException cause) {
        super("the records of the batch of offsets " + batch.baseOffset() + " to " + batch.lastOffset()
            + " cannot be decoded: " + cause.getMessage(), cause);
    }
}
