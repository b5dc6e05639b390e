package org.partita.core.log.index;

/** An index file is not what was noted of it. Never leaves this package: the index is made again. */
final class DamagedIndexException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DamagedIndexException(String finding) {
        super(finding);
    }

    DamagedIndexException(String finding, Throwable cause) {
        super(finding, cause);
    }
}
