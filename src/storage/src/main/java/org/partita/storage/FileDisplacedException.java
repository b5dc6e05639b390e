package org.partita.storage;

/**
 * A file that is open is not the one its name leads to: it, or a directory above it, was removed, renamed or replaced
 * by somebody else. What was written to it will not be found again.
 */
public final class FileDisplacedException extends StorageException {
    private static final long serialVersionUID = 1L;

    /** @param subject the file, without its path */
    public FileDisplacedException(String subject) {
        super(subject + ": its name leads to no file or to another one than is open; it or a directory above it was "
            + "removed, renamed or replaced while the broker ran");
    }

    @Override
    public String inShort() {
        return "its files are gone";
    }

    @Override
    public String remedy() {
        return "Put its files back";
    }
}
