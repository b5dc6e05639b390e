package org.partita.settings;

/** A setting that cannot be used. The message is one line: where it was found, what is wrong, what is needed. */
public final class InvalidSettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidSettingException(String message) {
        super(message);
    }
}
