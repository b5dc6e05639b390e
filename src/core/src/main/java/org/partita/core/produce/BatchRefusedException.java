package org.partita.core.produce;

import org.partita.storage.BrokerException;

/** A batch that no log takes. Nothing of it was stored. */
public final class BatchRefusedException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private BatchRefusedException(String code, boolean retriable, String message, Throwable cause) {
        super(code, retriable, message + " Nothing was stored.", cause);
    }

    /** These bytes are not what a producer made. Sent again they may be. */
    static BatchRefusedException corrupt(String finding) {
        return new BatchRefusedException("corrupt-batch", true, "The batch is damaged: " + finding + ".", null);
    }

    static BatchRefusedException oldFormat(int magic) {
        return new BatchRefusedException("unsupported-batch-format", false, "Batch format " + magic
            + " found, 2 expected.", null);
    }

    static BatchRefusedException invalid(String finding) {
        return invalid(finding, null);
    }

    static BatchRefusedException invalid(String finding, Throwable cause) {
        return new BatchRefusedException("invalid-record", false, "The batch cannot be stored: " + finding + ".",
            cause);
    }

    static BatchRefusedException timestamp(String finding) {
        return new BatchRefusedException("invalid-timestamp", false, finding, null);
    }

    static BatchRefusedException transactional() {
        return new BatchRefusedException("transactions-unavailable", false,
            "The batch is part of a transaction. This version has no transactions.", null);
    }

    static BatchRefusedException compression(String finding) {
        return new BatchRefusedException("unsupported-compression", false, finding, null);
    }
}
