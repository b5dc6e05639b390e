package org.partita.storage;

/** A file that is open has another size than this broker gave it: somebody else cut it or wrote to it. */
public final class FileChangedException extends StorageException {
    private static final long serialVersionUID = 1L;

    /** @param subject the file, without its path */
    public FileChangedException(String subject, long foundBytes, long expectedBytes) {
        super(subject + ": " + foundBytes + " bytes found, " + expectedBytes
            + " expected: the file was changed from outside");
    }

    @Override
    public String inShort() {
        return "its files were changed";
    }

    @Override
    public String remedy() {
        return "Find out who writes to its files, and put them back if there is a copy";
    }
}
