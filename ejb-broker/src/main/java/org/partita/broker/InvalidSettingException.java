package org.partita.broker;

import org.partita.storage.BrokerException;

/** A setting of this server makes no sense; the message names it, what was found and what is expected. */
final class InvalidSettingException extends BrokerException {
    private static final long serialVersionUID = 1L;

    InvalidSettingException(String name, String found, String expected, Exception cause) {
        super("internal-error", false, "setting " + name + " is '" + found + "', expected " + expected, cause);
    }
}
