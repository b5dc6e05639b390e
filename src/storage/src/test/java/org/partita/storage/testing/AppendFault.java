package org.partita.storage.testing;

/** How an append fails. Half of its bytes reach the disk first, if the file can be opened at all. */
public enum AppendFault {
    /** No space left; the half is cut off again. */
    DISK_FULL,
    /** The device reports an error; the half is cut off again. */
    IO_ERROR,
    /** The device reports an error and the half cannot be cut off: the file refuses further appends. */
    IO_ERROR_AND_ROLLBACK_FAILS,
    /** Something nobody foresaw, after the half was cut off again. */
    UNFORESEEN,
    /** An error of the virtual machine, after half of it was written and not cut off again. */
    ERROR,
    /** The process may open no more files, and this one is not open. */
    TOO_MANY_FILES
}
